package suite

import (
	"slices"
	"strings"
	"testing"
)

const looked = `suite: looked
about: A comparison.
datasets:
  - ocr: {split: {rotate: test-one}}
  - chains: {words: 90, split: {train: 40, test: 5}, sizes: [10, 20], as: C}
  - chains: {split: [{train: 4, test: 5}, {train: 8, test: 5}, {train: 4, test: 6}], as: D}
learners:
  - crf: {as: CRF, on: {ocr: {note: x}, C: {note: z}}}
  - ssvm: {lambda: [1, 2], passes: [3, 4], decoders: [mpm]}
  - crf: {as: again, on: {ocr: {note: x}, C: {note: z}}}
  - python3 learner.py
against: CRF
seeds: [7, 8]
budget: [{passes: 50, seconds: 1m}, {passes: 100, seconds: 1m}]
tune: {over: [lambda]}
`

// A changed suite has the requested learners, datasets, seeds and values. Its text names the
// changes and reads back.
func TestLook(t *testing.T) {
	before := strings.SplitAfter(string(mustParse(t, looked).root().Write()), "\n")
	for _, c := range []struct {
		look Override
		want string // lines of the text after the first, those that change
		kept string // labels of learners, and of datasets
	}{
		{Override{Learners: []string{"CRF"}, Datasets: []string{"C"}, Set: []string{"budget={passes: 10}"}}, `
about: "A comparison. (changed on the command line: -set 'budget={passes: 10}' -learner CRF -dataset C)"
budget: {passes: 10}
only: {learners: [CRF], datasets: [C]}
`, "CRF | C (train 10), C (train 20)"},
		{Override{Learners: []string{"ssvm passes=4", "python3 learner.py"}, Datasets: []string{"D (train 4, test 5)", "C (train 20)"}, Seeds: 1}, `
about: "A comparison. (changed on the command line: -learner 'ssvm passes=4' -learner 'python3 learner.py' -dataset 'D (train 4, test 5)' -dataset 'C (train 20)' -seeds 1)"
seeds: 1
only: {learners: ["ssvm passes=4", "python3 learner.py"], datasets: ["D (train 4, test 5)", "C (train 20)"]}
`, "ssvm passes=4, python3 learner.py | C (train 20) (50 passes), C (train 20) (100 passes), D (train 4, test 5) (50 passes), D (train 4, test 5) (100 passes)"},
		{Override{Learners: []string{"crf"}, Quick: true, Set: []string{"learners.CRF.lambda=0.5", "learners.again.lambda=0.5", `datasets."C".words=`, "limits.memory=1GB", "learners.ssvm.lambda=[1, 2, 3]"}}, `
about: "A comparison. (changed on the command line: -set learners.CRF.lambda=0.5 -set learners.again.lambda=0.5 -set 'datasets.\"C\".words=' -set limits.memory=1GB -set 'learners.ssvm.lambda=[1, 2, 3]' -learner crf -quick)"
  - chains: {split: {train: 40, test: 5}, sizes: [10, 20], as: C}
  - crf: {as: CRF, on: {ocr: {note: x}, C: {note: z}}, lambda: 0.5}
  - ssvm: {lambda: [1, 2, 3], passes: [3, 4], decoders: [mpm]}
  - crf: {as: again, on: {ocr: {note: x}, C: {note: z}}, lambda: 0.5}
limits: {memory: "1GB"}
only: {learners: [crf]}
quick: true
`, "CRF, again | ocr, C (train 10), C (train 20), D (train 4, test 5), D (train 8, test 5), D (train 4, test 6)"},
		{Override{With: []string{"ssvm: {lambda: 1}"}, Set: []string{"only={learners: [again]}"}, Datasets: []string{"C"}, Quick: true}, `
about: "A comparison. (changed on the command line: -set 'only={learners: [again]}' -with 'ssvm: {lambda: 1}' -dataset C -quick)"
  - ssvm: {lambda: 1, as: ssvm}
only: {learners: [again, ssvm], datasets: [C]}
quick: true
`, "again, ssvm | C (train 10), C (train 20)"},
	} {
		s, err := mustParse(t, looked).Override(c.look)
		if err != nil {
			t.Errorf("%+v: %v", c.look, err)
			continue
		}
		first, rest, _ := strings.Cut(string(s.Text()), "\n")
		changed := "\n"
		for line := range strings.Lines(rest) {
			if !slices.Contains(before, line) {
				changed += line
			}
		}
		if want := "# dir/suite.yaml, changed on the command line: " + c.look.String(); first != want ||
			changed != c.want {
			t.Errorf("%+v: got\n%s\n%s\nwant\n%s\n%s", c.look, first, changed, want, c.want)
		}
		var learners, datasets []string
		for _, l := range s.Learners {
			learners = append(learners, l.Label)
		}
		for _, d := range s.Datasets {
			datasets = append(datasets, d.Label)
		}
		if kept := strings.Join(learners, ", ") + " | " + strings.Join(datasets, ", "); kept != c.kept {
			t.Errorf("%+v keeps %s, want %s", c.look, kept, c.kept)
		}
		if back := mustParse(t, string(s.Text())); marshal(t, back) != marshal(t, s) {
			t.Errorf("the text of a look reads as another suite:\n%s", marshal(t, back))
		}
	}
	s := mustParse(t, looked)
	if same, err := s.Override(Override{}); same != s || err != nil {
		t.Errorf("a look at all is another suite, %v", err)
	}
}

func TestLookMistakes(t *testing.T) {
	for _, c := range []struct {
		look Override
		want string
	}{
		{Override{Learners: []string{"CFR"}}, `dir/suite.yaml (changed):19:7: no learner is called "CFR"
    only: {learners: [CFR]}
          ^
hint: did you mean "CRF"?`},
		{Override{Datasets: []string{"orc"}}, `dir/suite.yaml (changed):19:7: no dataset is called "orc"
    only: {datasets: [orc]}
          ^
hint: did you mean "ocr"?`},
		{Override{Set: []string{"budget"}},
			`suite: -set budget: write KEY.PATH=VALUE, such as budget.passes=10 or learners.crf.lambda=0.1`},
		{Override{Set: []string{"learners.CFR.lambda=1"}}, `suite: -set learners.CFR.lambda=1: learners has no item called "CFR"
hint: did you mean "CRF"?`},
		{Override{Set: []string{"learners.CRF=1"}},
			`suite: -set learners.CRF=1: "CRF" is an item of a list: write learners.CRF.KEY=VALUE`},
		{Override{Set: []string{"budget.passes=1"}},
			`suite: -set budget.passes=1: "budget" is a list: set all of it`},
		{Override{Set: []string{"about.x=1"}},
			`suite: -set about.x=1: "about" is the text "A comparison." and has no keys`},
		{Override{Set: []string{"budget={"}}, `suite: -set budget={: "{" is not a value`},
		{Override{Set: []string{`learners."CRF.lambda=1`}},
			`suite: -set learners."CRF.lambda=1: a double quote is never closed`},
		{Override{Set: []string{"budgt={passes: 1}"}},
			"dir/suite.yaml (changed):19:1: unknown key \"budgt\" in a suite\n    budgt: {passes: 1}\n    ^\nhint: did you mean \"budget\"?"},
	} {
		if _, err := mustParse(t, looked).Override(c.look); err == nil || err.Error() != c.want {
			t.Errorf("%+v: got\n%v\nwant\n%s", c.look, err, c.want)
		}
	}
}

// Arguments of a dataset on a command line are written as in a suite, but a text needs no quotes.
func TestArguments(t *testing.T) {
	have, err := Arguments([]byte(`{"path":"a/","size":1}`), []string{
		"n=20", "on=true", "labels={sky: 0, sea: \"#ffffff\"}", "labels.land=7", "columns=[a, b]",
		"templates=U00:%x[0,0]\nU1: {}\nB", "unknown=null", "size=",
	})
	const want = `{"columns":["a","b"],"labels":{"land":7,"sea":"#ffffff","sky":0},"n":20,"on":true,"path":"a/","templates":"U00:%x[0,0]\nU1: {}\nB","unknown":"null"}`
	if err != nil || string(have) != want {
		t.Errorf("%s, %v\nwant %s", have, err, want)
	}
	for _, set := range []string{"n", "=2", "labels={sky: 0", "path.x=2"} {
		if _, err := Arguments([]byte(`{"path":"a/"}`), []string{set}); err == nil ||
			!strings.Contains(err.Error(), "-set "+set) {
			t.Errorf("-set %s: %v", set, err)
		}
	}
}

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
budget: {passes: 50, seconds: 1m}
tune: {over: [lambda]}
`

// TestLook reads testdata/looks.txt. It has options of a command line, one a line. The changed
// lines of the suite follow, then the labels of learners and datasets. Mistakes have an error. The
// changed text reads back.
func TestLook(t *testing.T) {
	before := strings.SplitAfter(string(mustParse(t, looked).root().Write()), "\n")
	golden(t, "testdata/looks.txt", func(name, options string) string {
		s, err := mustParse(t, looked).Override(look(options))
		if err != nil {
			return err.Error()
		}
		if back := mustParse(t, string(s.Text())); marshal(t, back) != marshal(t, s) {
			t.Errorf("%s: the text of a look reads as another suite:\n%s", name, marshal(t, back))
		}
		changed := slices.DeleteFunc(strings.SplitAfter(string(s.Text()), "\n"),
			func(line string) bool { return slices.Contains(before, line) })
		var kept []string
		for _, l := range s.Learners {
			kept = append(kept, l.Label)
		}
		for _, d := range s.Datasets {
			kept = append(kept, d.Label)
		}
		return strings.Join(changed, "") + strings.Join(kept, ", ")
	})
	s := mustParse(t, looked)
	if same, err := s.Override(Override{}); same != s || err != nil {
		t.Errorf("a look at all is another suite, %v", err)
	}
}

// look reads options, one a line.
func look(options string) (o Override) {
	for line := range strings.Lines(options) {
		option, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch option {
		case "-learner":
			o.Learners = append(o.Learners, value)
		case "-dataset":
			o.Datasets = append(o.Datasets, value)
		case "-set":
			o.Set = append(o.Set, value)
		case "-with":
			o.With = append(o.With, value)
		case "-seeds":
			o.Seeds = int(value[0] - '0')
		case "-quick":
			o.Quick = true
		}
	}
	return o
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

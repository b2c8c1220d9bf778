package suite

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const quickstart = `# a comment first
suite: quickstart
about: >
  Generated chains,
  every learner.
datasets:
  - chains:
      words: 900
      split: {train: 300, test: 500}
  - ocr: {as: "OCR: fold 0", split: [{train: [0], test: [1, 2]}, {train: [1], test: [0, 2]}], features: {linear: {pairs: none}}}
  - ocr
features: {linear: {pairs: full}}
loss: hamming
metrics: [hamming-micro, f1: {average: micro, as: micro-F1}]
train-loss: hamming-count
learners:
  - crf: {lambda: 0.01, as: CRF}
  - crf: {objective: unary, lambda: 1e-2, as: independent}
  - ssvm: {lambda: [0.01, 0.001], averaging: [true, false], decoders: [map]}
  - python3 learner.py:
decoders:
  - map
  - perturb: {draws: 10, reveal: {parts: 3}}
  - perturb: {draws: 1_0, as: more draws, reveal: {forests: depth-first}}
budget: {passes: 50, calls: 1e6, seconds: 1m30s}
seeds: 3
curve: {factor: 1.5}
reveal: 0.25
`

func mustParse(t *testing.T, text string) *Suite {
	t.Helper()
	return must(Parse("dir/suite.yaml", []byte(text)))(t)
}

func TestParse(t *testing.T) {
	s := mustParse(t, strings.Replace(quickstart, "1_0", "10.0", 1))
	none := json.RawMessage("{}")
	full := Spec{Name: "linear", Args: json.RawMessage(`{"pairs":"full"}`)}
	three := []Decoder{
		{Spec: Spec{Name: "map", Args: none}, Label: "map", Reveal: Reveal{Share: 0.25}},
		{Spec: Spec{Name: "perturb", Args: json.RawMessage(`{"draws":10}`)}, Label: "perturb",
			Reveal: Reveal{Parts: 3}},
		{Spec: Spec{Name: "perturb", Args: json.RawMessage(`{"draws":10}`)}, Label: "more draws",
			Reveal: Reveal{Forests: DepthFirst}},
	}
	learner := func(name, args, label string, decoders []Decoder) Learner {
		return Learner{Spec: Spec{Name: name, Args: json.RawMessage(args)}, Label: label,
			Decoders: decoders}
	}
	want := &Suite{
		Name: "quickstart", About: "Generated chains, every learner.",
		Datasets: []Dataset{
			{Spec: Spec{Name: "chains", Args: json.RawMessage(`{"words":900}`)}, Label: "chains",
				Splits: []Split{{Train: Part{Count: 300}, Test: Part{Count: 500}}}, Features: full},
			{Spec: Spec{Name: "ocr", Args: none}, Label: "OCR: fold 0",
				Splits: []Split{{Train: Part{Folds: []int{0}}, Test: Part{Folds: []int{1, 2}}},
					{Train: Part{Folds: []int{1}}, Test: Part{Folds: []int{0, 2}}}},
				Features: Spec{Name: "linear", Args: json.RawMessage(`{"pairs":"none"}`)}},
			{Spec: Spec{Name: "ocr", Args: none}, Label: "ocr", Features: full},
		},
		Metrics: []Metric{{Spec{Name: "hamming", Args: none}, "hamming"}, {Spec{Name: "hamming-micro",
			Args: none}, "hamming-micro"},
			{Spec{Name: "f1", Args: json.RawMessage(`{"average":"micro"}`)}, "micro-F1"}},
		TrainLoss: Spec{Name: "hamming-count", Args: none},
		Learners: []Learner{
			learner("crf", `{"lambda":0.01}`, "CRF", three),
			learner("crf", `{"lambda":0.01,"objective":"unary"}`, "independent", three),
			learner("ssvm", `{"averaging":true,"lambda":0.01}`, "ssvm lambda=0.01 averaging=true",
				three[:1]),
			learner("ssvm", `{"averaging":false,"lambda":0.01}`, "ssvm lambda=0.01 averaging=false",
				three[:1]),
			learner("ssvm", `{"averaging":true,"lambda":0.001}`, "ssvm lambda=0.001 averaging=true",
				three[:1]),
			learner("ssvm", `{"averaging":false,"lambda":0.001}`, "ssvm lambda=0.001 averaging=false",
				three[:1]),
			learner("python3 learner.py", `{}`, "python3 learner.py", three),
		},
		Budget: Budget{Passes: 50, Calls: 1e6, Seconds: 90},
		Seeds:  Seeds{All: []uint64{1, 2, 3}},
		Curve:  Curve{First: 1, Factor: 1.5},
	}
	if got, want := marshal(t, s), marshal(t, want); got != want {
		t.Errorf("read\n%s\nwant\n%s", got, want)
	}
}

// marshal returns all exported fields except positions.
func marshal(t *testing.T, s *Suite) string {
	t.Helper()
	out := must(json.MarshalIndent(s, "", " "))(t)
	return string(out)
}

func TestDefaults(t *testing.T) {
	s := mustParse(t, "learners: [crf]\ndatasets: [chains]\n")
	if s.Name != "dir" || s.Metrics[0].Name != "hamming" || s.TrainLoss.Name != "hamming" ||
		s.Datasets[0].Features.Name != "linear" ||
		s.Learners[0].Decoders[0].Name != "map" || !reflect.DeepEqual(s.Seeds.All, []uint64{1}) ||
		s.Budget != (Budget{}) ||
		s.Curve != (Curve{}) || s.Datasets[0].Splits != nil {
		t.Errorf("defaults are %s", marshal(t, s))
	}
	if s := mustParse(t, "\uFEFFdatasets: [chains]\r\nlearners: [crf]\r\ncurve: {}\r\nseeds: [7, 5]\r\n"); s.Curve != (Curve{1, 2}) || s.Seeds.All[0] != 7 {
		t.Errorf("with a byte order mark and CRLF: %s", marshal(t, s))
	}
	if s := mustParse(t, "# c\n---\ndatasets: [chains]\nlearners: [crf]\nloss: zero-one"); s.TrainLoss.Name != "zero-one" {
		t.Errorf("the train-loss is %s, not the loss", s.TrainLoss.Name)
	}
}

func TestPositions(t *testing.T) {
	s := mustParse(t, "datasets:\n  - chains: {a: 1}\n  - ocr\ntrain-loss: naïve\nlearners: [a, {é: {b: [1, 2]}}]\n")
	got := []Pos{s.Datasets[0].Pos, s.Datasets[1].Pos, s.TrainLoss.Pos, s.Learners[0].Pos,
		s.Learners[1].Pos, s.Learners[2].Pos}
	want := []Pos{{Line: 2, Column: 5}, {Line: 3, Column: 5}, {Line: 4, Column: 13},
		{Line: 5, Column: 12}, {Line: 5, Column: 16}, {Line: 5, Column: 16}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("positions %v, want %v", got, want)
	}
}

func TestRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my suite!")
	check(t, os.Mkdir(dir, 0o777))
	file := filepath.Join(dir, FileName)
	if _, err := Read(dir); err == nil || err.Error() != "suite: there is no suite file "+file {
		t.Errorf("a folder without a suite: %v", err)
	}
	check(t, os.WriteFile(file, []byte("datasets: [chains]\nlearners: [crf]\n"), 0o666))
	for _, path := range []string{dir, file} {
		s := must(Read(path))(t)
		if s.Name != "my-suite" {
			t.Errorf("default name %q", s.Name)
		}
	}
	typo := filepath.Join(filepath.Dir(dir), "my siute!")
	want := "suite: there is no suite file " + typo + "\nhint: did you mean \"" + dir + `"?`
	if _, err := Read(typo); err == nil || err.Error() != want {
		t.Errorf("a misspelt folder: %v, want %s", err, want)
	}
	big := strings.Repeat("# nothing\n", 1<<20/10+1)
	check(t, os.WriteFile(file, []byte(big), 0o666))
	if _, err := Read(dir); err == nil || !strings.HasPrefix(err.Error(),
		file+":1:1: the file is larger than 1 MiB: this is not a suite\n") {
		t.Errorf("a large file: %v", err)
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns v, or ends the test at an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		check(t, err)
		return v
	}
}

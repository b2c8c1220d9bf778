package suite

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/spbench/spbench/harness/internal/testkit"
)

func mustParse(t *testing.T, text string) *Suite {
	t.Helper()
	return must(Parse("dir/suite.yaml", []byte(text)))(t)
}

// TestSuites reads testdata/suites.txt. It has suites, to which [with] adds missing keys, and their
// contents. JSON loses nothing of a suite.
func TestSuites(t *testing.T) {
	golden(t, "testdata/suites.txt", func(_, text string) string {
		s := mustParse(t, with(text))
		var back Suite
		check(t, json.Unmarshal([]byte(marshal(t, s)), &back))
		if again := marshal(t, &back); again != marshal(t, s) {
			t.Errorf("%s: after JSON it is\n%s", text, again)
		}
		return content(t, s)
	})
}

// content lists the columns and rows of a suite, and the rest.
func content(t *testing.T, s *Suite) string {
	t.Helper()
	var out strings.Builder
	print := func(what string, v any) { fmt.Fprintf(&out, "%s %s\n", what, must(json.Marshal(v))(t)) }
	for i := range s.Datasets {
		d := &s.Datasets[i]
		print("column, split "+words(d.Splits)+":", d)
		print("\tmetrics", labelsOf(s.MetricsOn(d)))
		print("\tbudget", s.Budget)
		for j := range s.Learners {
			l := s.Learners[j].On(d.Label)
			print("\t"+l.Label+" for "+s.TrainLossOf(l, d).Name, []any{l.Spec, OracleOf(l, d)})
		}
	}
	for _, l := range s.Learners {
		print("row", l)
	}
	rest := *s
	rest.Datasets, rest.Learners = nil, nil
	print("metrics", labelsOf(s.AllMetrics()))
	print("rest", rest)
	return strings.TrimSuffix(out.String(), "\n")
}

func labelsOf(metrics []Metric) (labels []string) {
	for _, m := range metrics {
		labels = append(labels, m.Label)
	}
	return labels
}

// golden compares the result of each text in a file. It follows the text after a line "=>". With
// -update golden writes the file.
func golden(t *testing.T, file string, of func(name, text string) string) {
	t.Helper()
	all := must(txtar.ParseFile(file))(t)
	for i := range all.Files {
		f := &all.Files[i]
		text, want, _ := strings.Cut(string(f.Data), "=>\n")
		got := of(f.Name, text) + "\n"
		if got != want && !*update {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, want)
		}
		f.Data = []byte(text + "=>\n" + got)
	}
	if *update {
		check(t, os.WriteFile(file, txtar.Format(all), 0o666))
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
	s := mustParse(t, "datasets:\n  - chains: {a: 1}\n  - ocr\ntrain-loss: naïve\nlearners: [a, {é: {b: [1, 2]}}]\nlimits: {threads: 2}\nsandbox: none\n")
	got := []Pos{s.Datasets[0].Pos, s.Datasets[1].Pos, s.TrainLoss.Pos, s.Learners[0].Pos,
		s.Learners[1].Pos, s.Learners[2].Pos, s.Limits.Pos, s.Sandbox.Pos}
	want := []Pos{{Line: 2, Column: 5}, {Line: 3, Column: 5}, {Line: 4, Column: 13},
		{Line: 5, Column: 12}, {Line: 5, Column: 16}, {Line: 5, Column: 16},
		{Line: 6, Column: 9}, {Line: 7, Column: 10}}
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

var check = testkit.Need

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

package bench_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/data"
	"github.com/spbench/spbench/internal/suite"
)

// Equal content in another format gives a fit the same key, and a changed label gives it another.
func TestKeyOfContent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.conll", []byte("He P\ngoes V\n\nShe P\n\nIt P\n"))
	d, err := data.Load(data.FileName, fmt.Appendf(nil, `{"path":%q,"templates":"U:%%x[0,0]\nB"}`, filepath.Join(dir, "a.conll")), "")
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	if err := d.WriteJSONL(&lines); err != nil {
		t.Fatal(err)
	}
	write("a.jsonl", lines.Bytes())
	write("b.jsonl", bytes.Replace(lines.Bytes(), []byte(`"gold":[0,1]`), []byte(`"gold":[1,1]`), 1))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := suite.Parse(filepath.Join(dir, "suite.yaml"), fmt.Appendf(nil, `
datasets:
  - a.conll: {templates: "U:%%x[0,0]\nB", split: {train: 2, test: 1}, as: columns}
  - a.jsonl: {split: {train: 2, test: 1}, as: lines}
  - b.jsonl: {split: {train: 2, test: 1}, as: other}
learners: [%q]
`, self+" plain"))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := bench.NewPlan(t.Context(), s, bench.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := plan.Fits; len(f) != 3 || f[0].Key != f[1].Key || f[1].Key == f[2].Key {
		t.Errorf("%d fits: keys %.8s, %.8s, %.8s", len(f), f[0].Key, f[1].Key, f[2].Key)
	}
}

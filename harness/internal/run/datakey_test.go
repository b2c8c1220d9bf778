package run_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// TestKeyOfContent: equal content in a different format gives a fit the same key. A changed label
// changes the key.
func TestKeyOfContent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, text []byte) {
		check(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	write("a.conll", []byte("He P\ngoes V\n\nShe P\n\nIt P\n"))
	d := must(
		data.Load(
			data.FileName,
			fmt.Appendf(
				nil, `{"path":%q,"templates":"U:%%x[0,0]\nB"}`, filepath.Join(dir, "a.conll"),
			),
			"",
		),
	)(
		t,
	)
	var lines bytes.Buffer
	check(t, d.WriteJSONL(&lines))
	write("a.jsonl", lines.Bytes())
	write(
		"b.jsonl", bytes.Replace(lines.Bytes(), []byte(`"gold":[0,1]`), []byte(`"gold":[1,1]`), 1),
	)
	f := newPlan(t, dir, `
datasets:
  - a.conll: {templates: "U:%x[0,0]\nB", split: {train: 2, test: 1}, as: columns}
  - a.jsonl: {split: {train: 2, test: 1}, as: lines}
  - b.jsonl: {split: {train: 2, test: 1}, as: other}
learners: [$plain]
`, plan.Options{}).Fits
	if len(f) != 3 || f[0].Key != f[1].Key || f[1].Key == f[2].Key {
		t.Errorf("%d fits: keys %.8s, %.8s, %.8s", len(f), f[0].Key, f[1].Key, f[2].Key)
	}
}

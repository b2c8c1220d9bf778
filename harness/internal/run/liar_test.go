package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// liar predicts label 1 everywhere.
var liar = fault{name: "lies",
	predict: func(x *sp.Instance) []int32 { return slices.Repeat([]int32{1}, x.N()) }}

// TestLiars: a learner that predicts outside of a structure costs its own cells only.
func TestLiars(t *testing.T) {
	m, dir, datasets := newMatrix(t), t.TempDir(), []string(nil)
	m.plant(t, liar.name)
	lies := map[string]struct {
		labels         int
		fields, reason string
	}{
		"arborescence": {3, `"gold": [0, 1], "nodes": [[1, 2], [2, 1]]`, "close a cycle"},
		"assignment":   {3, `"gold": [0, 1], "nodes": [[1, 2], [2, 1]]`, "both have label 1"},
		"path": {2, `"gold": [1, 1, 0], "arcs": [[0, 1], [1, 3], [0, 3]], "sink": 3,
			"nodes": [[1, 2], [2, 1], [0, 1]]`, "two arcs of the path leave node 0"},
		"cardinality": {2, `"gold": [1, 0], "most": 1, "nodes": [[1, 2], [2, 1]]`,
			"2 variables have label 1"},
	}
	for kind, lie := range lies {
		text := fmt.Sprintf("{\"labels\": %d}\n", lie.labels)
		for fold := range 2 {
			text += fmt.Sprintf("{\"fold\": %d, \"structure\": %q, %s}\n", fold, kind,
				strings.ReplaceAll(lie.fields, "\n", ""))
		}
		path := filepath.Join(dir, kind+".jsonl")
		check(t, os.WriteFile(path, []byte(text), 0o600))
		datasets = append(datasets, fmt.Sprintf(
			"{file: {path: %s, split: {train: [0], test: [1]}, as: %s}}", path, kind))
	}
	all, _ := runIn(t, m.plugins, fmt.Sprintf(`
suite: lies
datasets: [%s]
features: {linear: {pairs: none}}
learners: [steady, lies]
decoders: [own]
budget: {passes: 2}
`, strings.Join(datasets, ", ")), plan.Options{PluginPath: []string{m.plugins}},
		run.Options{Workers: 2})
	fits := map[string]record.Fit{}
	for _, f := range all {
		fits[f.Label+" "+f.Dataset] = f
	}
	for kind, lie := range lies {
		if honest := fits["steady "+kind]; !honest.Outcome.Good() || len(honest.Rows) != 1 {
			t.Errorf("%s: the honest learner has %d rows, %+v", kind, len(honest.Rows), honest.Outcome)
		}
		f := fits["lies "+kind]
		if f.Outcome.Kind != record.Protocol || !strings.Contains(f.Outcome.Reason, lie.reason) {
			t.Errorf("%s ended in %s: %s", kind, f.Outcome.Kind, f.Outcome.Reason)
		}
	}
}

package run_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// diligent are learners that compute for 1.4 CPU seconds where a budget of CPU seconds does not end
// it: in predictions, and before the last checkpoint.
var diligent = []fault{
	{name: "computes-in-predict", predict: func(x *sp.Instance) []int32 {
		burn()
		return make([]int32, x.N())
	}},
	{name: "computes-after", end: func(w []float64) []float64 { burn(); return w }},
}

var burnt float64

// burn computes until this process has done so for 1.4 CPU seconds.
func burn() {
	for burnt < 1.4 {
		for range 1_000_000 {
			burnt += 0
		}
		burnt = proc.OwnCPU(0).Seconds()
	}
}

// TestUnchargedWork: work that a budget of CPU seconds does not end is named.
func TestUnchargedWork(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: only Linux tells what other processes compute")
	}
	m := newMatrix(t)
	text := "datasets: [chains: {words: 60, split: {train: 20, test: 20}}]\n" +
		"learners: [steady, computes-in-predict, computes-after]\ndecoders: [own]\n" +
		"budget: {cpu_seconds: 0.1, passes: 2}\n"
	for _, f := range diligent {
		m.plant(t, f.name)
	}
	planned := newPlan(t, m.plugins, text, plan.Options{PluginPath: []string{m.plugins}})
	store := newStore(t, planned)
	must(run.Run(t.Context(), planned, store, run.Options{}))(t)
	fits := load(t, store, 3)
	for name, want := range map[string]string{"steady": "", "computes-in-predict": "outside of its fit",
		"computes-after": "more CPU seconds than the budget"} {
		f := fits[name+" 1"]
		said := strings.Join(append(f.Warnings, f.Times.Suspicions...), "\n")
		if !f.Outcome.Good() || want == "" && strings.Contains(said, "CPU seconds") ||
			!strings.Contains(said, want) {
			t.Errorf("%s: %+v; it says %q, want %q", name, f.Outcome, said, want)
		}
	}
}

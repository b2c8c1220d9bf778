package run_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/runtest"
	"github.com/spbench/spbench/harness/sp"
)

// breakers are learners that remove the folder of all temporary files, as a machine may lose it at
// any moment.
var breakers = []fault{
	{name: "breaks-in-fit", end: func(w []float64) []float64 { takeFolder(); return w }},
	{
		name:   "breaks-and-hangs",
		claims: true,
		end:    func([]float64) []float64 { takeFolder(); time.Sleep(time.Hour); return nil },
	},
	{
		name:    "breaks-in-predict",
		predict: func(x *sp.Instance) []int32 { takeFolder(); return make([]int32, x.N()) },
	},
}

// taken is the new name of the folder for temporary files after a breaker.
const taken = ".taken"

// takeFolder renames the parent of this process's private folder, once.
func takeFolder() {
	base := filepath.Dir(os.Getenv("TMPDIR"))
	_ = os.Rename(base, base+taken)
}

// TestHostTrouble: a failure of this machine is not an outcome of a learner. The run stops with a
// message and without a record. After a repair it resumes.
func TestHostTrouble(t *testing.T) {
	tests := []struct {
		name, learner, suite string
		// when the suite is planned; nil: the learner does it
		breaks func(t *testing.T, tmp string)
	}{
		{
			name:    "no folder for temporary files",
			learner: "steady",
			breaks: func(t *testing.T, tmp string) {
				t.Setenv("TMPDIR", filepath.Join(tmp, "nowhere"))
			},
		},
		{
			name:    "the next trial",
			learner: "breaks-in-fit: {also: [1, 2]}",
			suite:   "tune: {fraction: 0.2}",
		},
		{
			name:    "the next prediction",
			learner: "breaks-in-predict",
			suite:   "decoders: [own, {own: {as: half, reveal: 0.5}}]",
		},
		{name: "salvage", learner: "breaks-and-hangs", suite: "limits: {seconds: 1}"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := newMatrix(t)
			tmp := filepath.Join(m.tmp, "t")
			check(t, os.Mkdir(tmp, 0o777))
			t.Setenv("TMPDIR", tmp)
			name, _, _ := strings.Cut(test.learner, ":")
			if name != "steady" { // steady is planted already
				m.plant(t, name)
			}
			if test.breaks == nil {
				test.suite += "\nsandbox: none" // a sandbox would prevent the renaming
			}
			store, planned := m.plan(t, 2, test.learner, test.suite)
			if test.breaks != nil {
				test.breaks(t, tmp)
			}
			_, err := run.Run(t.Context(), planned, store, run.Options{Workers: 2})
			if !errors.Is(err, host.ErrHost) || !strings.Contains(err.Error(), "set TMPDIR") ||
				!strings.Contains(err.Error(), "run again") {
				t.Errorf("the run ends with %v", err)
			}
			if fits := stored(t, store); len(fits) > 0 {
				t.Errorf("a fit is recorded: %+v", fits[0].Outcome)
			}
			if test.breaks == nil {
				return
			}
			t.Setenv("TMPDIR", tmp)
			if _, err := run.Run(t.Context(), planned, store, run.Options{}); err != nil {
				t.Error(err)
			}
			if fits := stored(t, store); len(fits) != 2 || !fits[0].Outcome.Good() {
				t.Errorf("after the repair: %d fits", len(fits))
			}
		})
	}
}

// plan plans fits of learners and makes a run folder.
func (m *matrix) plan(t *testing.T, seeds int, learners, more string) (*record.Store, *plan.Plan) {
	t.Helper()
	planned := newPlan(t, m.plugins, fmt.Sprintf(`
suite: faults
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners: [%s]
budget: {passes: 2}
seeds: %d
%s
`, learners, seeds, more), plan.Options{PluginPath: []string{m.plugins}, Start: time.Minute, Grace: 200 * time.Millisecond})
	return newStore(t, planned), planned
}

// TestDefaultLimit: a hanging fit ends even if the suite sets no limits. The default limit is not
// in its key.
func TestDefaultLimit(t *testing.T) {
	m := newMatrix(t)
	for _, name := range []string{"hangs", "hangs-in-predict"} {
		m.plant(t, name)
		store, planned := m.plan(t, 1, name, "decoders: [own]")
		if limit, byDefault := planned.Fits[0].Timeout(); limit != plan.DefaultTimeout ||
			!byDefault {
			t.Errorf("%s: limit %v, by default %v", name, limit, byDefault)
		}
		runtest.Set(t, &plan.DefaultTimeout, 300*time.Millisecond)
		if got := planned.Fits[0].Identity()["limits"]; got != "{}" {
			t.Errorf("%s: the identity says limits %s", name, got)
		}
		if _, err := run.Run(t.Context(), planned, store, run.Options{}); err != nil {
			t.Error(err)
		}
		fits := stored(t, store)
		if len(fits) != 1 || fits[0].Outcome.Kind != record.Timeout ||
			!strings.Contains(fits[0].Outcome.Reason, "the default") {
			t.Errorf("%s: %d fits, %+v", name, len(fits), fits[0].Outcome)
		}
		runtest.Set(t, &plan.DefaultTimeout, time.Hour)
	}
}

// TestRecordsTakenAway: deleting records during a run is an error at its end, even if nothing is
// left to append.
func TestRecordsTakenAway(t *testing.T) {
	m := newMatrix(t)
	store, planned := m.plan(t, 1, "steady", "")
	_, err := run.Run(t.Context(), planned, store, run.Options{Observe: func(e run.Event) {
		if e.Kind == run.Finished {
			if err := os.Remove(filepath.Join(store.Dir(), "records-0.jsonl")); err != nil {
				t.Error(err)
			}
		}
	}})
	if err == nil || !strings.Contains(err.Error(), "records-0.jsonl") {
		t.Errorf("deleted after the last fit: the run ends with %v", err)
	}

	// A record file of an earlier run is deleted while nothing is appended to it.
	store, planned = m.plan(t, 3, "steady", "")
	must(run.Run(t.Context(), planned, store, run.Options{Workers: 3}))(t)
	files, err := filepath.Glob(filepath.Join(store.Dir(), "records-*.jsonl"))
	if err != nil || len(files) < 2 {
		t.Fatalf("files %q, %v", files, err)
	}
	check(t, os.Remove(files[0]))
	_, err = run.Run(t.Context(), planned, store, run.Options{Observe: func(e run.Event) {
		if e.Kind == run.Started {
			_ = os.Remove(files[1]) // what was done before
		}
	}})
	if err == nil {
		t.Errorf("the run ends well, and nothing of %s is left", files[1])
	}
}

package run_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"go.uber.org/goleak"
)

// Limits of suites: a generous one ends no fit, even on a busy machine. A patient one ends a
// hanging fit.
const (
	generous = "{seconds: 3600}"
	patient  = "{seconds: 15}"
)

// A matrix runs suites with faulty learners.
type matrix struct {
	plugins, tmp string
	// by limits: the fits of the steady ones by themselves
	alone map[string]map[string]record.Fit
}

// run runs two rows of each learner and returns their fits by label and seed, with the run folder.
func (m *matrix) run(
	t *testing.T, workers int, limits string, learners ...string,
) (map[string]record.Fit, *record.Store) {
	t.Helper()
	store, planned := m.plan(
		t, 2, strings.Join(learners, ", "), "decoders: [map, own]\nlimits: "+limits,
	)
	defer store.Close()
	must(run.Run(t.Context(), planned, store, run.Options{Workers: workers}))(t)
	return load(t, store, 2*len(learners)), store
}

// load returns fits by label and seed. It expects n of them, or any number if n is negative.
func load(t *testing.T, store *record.Store, n int) map[string]record.Fit {
	t.Helper()
	list, warnings, err := store.Load()
	if err != nil || len(warnings) > 0 || n >= 0 && len(list) != n {
		t.Fatalf("%d fits, warnings %q, %v", len(list), warnings, err)
	}
	fits := map[string]record.Fit{}
	for _, f := range list {
		fits[fmt.Sprintf("%s %s", f.Label, f.Seed)] = f
	}
	return fits
}

// newMatrix makes a folder for learners, which are copies of this program.
func newMatrix(t *testing.T) *matrix {
	t.Helper()
	tmp := must(os.MkdirTemp("/tmp", "m"))(t) // a short path, as sockets need
	t.Cleanup(func() { os.RemoveAll(tmp) })
	m := &matrix{plugins: t.TempDir(), tmp: tmp, alone: map[string]map[string]record.Fit{}}
	t.Setenv("TMPDIR", tmp)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, f := range steady {
		m.plant(t, f.name)
	}
	return m
}

// plant adds the learner called name to the plugin path.
func (m *matrix) plant(t *testing.T, name string) {
	t.Helper()
	self := must(os.Executable())(t)
	if err := os.Link(self, filepath.Join(m.plugins, "spbench-learner-"+name)); err == nil {
		return
	}
	binary := must(os.ReadFile(self))(t)
	check(t, os.WriteFile(filepath.Join(m.plugins, "spbench-learner-"+name), binary, 0o755))
}

// TestFaults: rows of a faulty learner end in the right outcome. Rows of other learners are the
// same as without it. The suite ends by itself, no files or processes are left, and the harness
// stays small.
func TestFaults(t *testing.T) {
	m := newMatrix(t)
	tested := map[record.OutcomeKind]bool{}
	var together []fault
	for _, f := range faults {
		switch {
		case f.hangs: // TestHangs has it
		case longtest.Enabled() || !tested[f.kind]: // one for each kind is quick
			tested[f.kind] = true
			together = append(together, f)
		}
	}
	t.Run("together", func(t *testing.T) { m.check(t, 3, generous, together...) })
}

// TestHangs: hanging learners are ended at a deadline, all at the same time.
func TestHangs(t *testing.T) {
	longtest.Skip(t)
	hanging := slices.DeleteFunc(slices.Clone(faults), func(f fault) bool { return !f.hangs })
	newMatrix(t).check(t, 2+2*len(hanging), patient, hanging...)
}

// check runs learners with faults next to learners without.
func (m *matrix) check(t *testing.T, workers int, limits string, faults ...fault) {
	t.Helper()
	labels := []string{"steady", "steadier"}
	for _, f := range faults {
		m.plant(t, f.name)
		labels = slices.Insert(labels, 1, f.name)
	}
	alone := m.steadyAlone(t, limits)
	before := goleak.IgnoreCurrent()
	resetPeak()
	fits, store := m.run(t, workers, limits, labels...)
	for label, want := range alone {
		if record.Differences(want, fits[label]) != nil {
			t.Errorf("%s is not what it is alone: %+v", label, fits[label].Outcome)
		}
	}
	for _, f := range faults {
		for seed := range 2 {
			f.check(t, fits[fmt.Sprintf("%s %d", f.name, seed+1)])
		}
	}
	logs, err := filepath.Glob(filepath.Join(store.Dir(), "logs", "*"))
	for _, name := range logs {
		if info, err := os.Stat(name); err != nil || info.Size() > 17<<20 {
			t.Errorf("log %s: %v, %v", name, info.Size(), err)
		}
	}
	if err != nil {
		t.Error(err)
	}
	m.checkNothingLeft(t)
	checkPeak(t)
	if err := goleak.Find(before); err != nil {
		t.Error(err)
	}
}

// steadyAlone returns the fits of the learners without a fault.
func (m *matrix) steadyAlone(t *testing.T, limits string) map[string]record.Fit {
	t.Helper()
	if m.alone[limits] == nil {
		m.alone[limits], _ = m.run(t, 2, limits, "steady", "steadier")
		for label, f := range m.alone[limits] {
			if f.Outcome.Kind != record.Budget || len(f.Rows) != 2 {
				t.Fatalf("%s: %+v", label, f.Outcome)
			}
		}
	}
	return m.alone[limits]
}

func (f *fault) check(t *testing.T, got record.Fit) {
	t.Helper()
	if got.Outcome.Kind != f.kind || !strings.Contains(got.Outcome.Reason, f.reason) {
		t.Errorf(
			"%s, seed %s ended in %s, want %s %q: %.600s", got.Label, got.Seed, got.Outcome.Kind, f.kind,
			f.reason, got.Outcome.Reason,
		)
	}
	if audited := got.Audit != nil && got.Audit.Objective > 0; audited != f.claims {
		t.Errorf("seed %s: audit %+v", got.Seed, got.Audit)
	}
	if scored := len(got.Rows) > 0; scored != f.scored {
		t.Errorf("seed %s: %d rows", got.Seed, len(got.Rows))
	}
	for _, doubt := range got.Times.Suspicions {
		if f.scored {
			t.Errorf("seed %s: a false warning: %s", got.Seed, doubt)
		}
	}
	if got.Audit != nil &&
		!(math.IsNaN(float64(got.Audit.Bound)) && math.IsNaN(float64(got.Audit.Gap))) {
		t.Errorf("seed %s: a bound without a certificate: %+v", got.Seed, got.Audit)
	}
	for _, row := range got.Rows {
		if v := float64(row.Metrics["hamming"]); !(v >= 0 && v <= 1) ||
			row.Outcome.Kind != record.OK {
			t.Errorf("seed %s: %s scored %v, %+v", got.Seed, row.Decoder, v, row.Outcome)
		}
	}
}

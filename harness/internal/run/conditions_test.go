package run_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/runtest"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestConditionsOfAllPieces: the record of a resumed fit has the machines, sandboxes and peak
// memory of all its processes, and tells if other fits ran next to any of them.
func TestConditionsOfAllPieces(t *testing.T) {
	s := newStage(
		t,
		strings.NewReplacer("as: long, shift: 2", "as: long, also: 8", "  - ${long}: {as: tuned, "+
			"shift: [1, 2, 3], also: 0}\n", "").
			Replace(longSuite),
	)
	piece := func(machine string, workers, steps int) {
		t.Helper()
		runtest.Set(t, &fit.Machine, func() string { return machine })
		s.workers = workers
		s.run(t, steps)
	}
	piece("A", 2, 10)
	s.plan.Host.Sandbox = confine.Sandbox{Kind: sandbox.None}
	piece("B", 1, 10)
	piece("A", 1, 0)
	fits := stored(t, s.store)
	if len(fits) != 1 || fits[0].Outcome.Kind != record.OK {
		t.Fatalf("%+v", fits)
	}
	f := &fits[0].Times
	if f.Resumed != 2 || !f.Concurrent || f.Machine != "A"+record.MachineSeparator+"B" ||
		f.CPUs == 0 {
		t.Errorf(
			"resumed %d times, beside others: %v, on %q with %d CPUs", f.Resumed, f.Concurrent,
			f.Machine, f.CPUs,
		)
	}
	if best := bestSandbox(t); best != sandbox.None &&
		(!strings.HasPrefix(f.Process.Sandbox, string(best)) || !strings.HasSuffix(f.Process.Sandbox, record.MachineSeparator+"none")) {
		t.Errorf("kept in %q, of which the first was %s", f.Process.Sandbox, best)
	}
	if peak := float64(f.Process.Memory); !(peak > 64<<20) {
		t.Errorf("a peak of %.3g MB", peak/1e6)
	}
}

package run

import (
	"testing"
	"time"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// Keeps reports whether an outcome under other limits would be the same under those of f.
func (f *Fit) Keeps(rec *record.Fit) bool { return f.keeps(rec) }

// WarningsOf is warningsOf.
var WarningsOf = warningsOf

// RowKey returns the key that a run looks for of decoder i.
func (f *Fit) RowKey(i int) string { return f.row(f.Key, &f.Learner.Decoders[i]) }

// plant puts a value there until the test ends.
func plant[T any](t *testing.T, at *T, v T) {
	was := *at
	t.Cleanup(func() { *at = was })
	*at = v
}

// PlantSides makes spbench look as if it were built from other sources, until the
// test ends; "" leaves a side as it is.
func PlantSides(t *testing.T, fit, score string) {
	if fit != "" {
		plant(t, &fitSide, func() string { return fit })
	}
	if score != "" {
		plant(t, &scoreSide, func() string { return score })
	}
}

// PlantTree makes spbench look as if it were built from that tree, until the test ends.
func PlantTree(t *testing.T, built *sources.Tree) {
	plant(t, &tree, func() *sources.Tree { return built })
}

// PlantMachine makes fits be timed on a machine of that name, until the test ends.
func PlantMachine(t *testing.T, name string) {
	plant(t, &thisMachine, func() string { return name })
}

// InSandbox has learners be run in a sandbox of that kind from here on.
func (p *Plan) InSandbox(t *testing.T, kind sandbox.Kind) {
	t.Helper()
	kept, _, err := confine.Sandbox{Kind: kind}.Check()
	if err != nil {
		t.Fatal(err)
	}
	p.sandbox = kept
}

// PlantLimit makes that the default limit, until the test ends.
func PlantLimit(t *testing.T, limit time.Duration) { plant(t, &defaultLimit, limit) }

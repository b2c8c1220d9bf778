package learnertest

import (
	"os"
	"testing"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness"
	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/sp"
)

// SkipSlow skips a slow test unless the environment variable SPBENCH_LONG is set.
func SkipSlow(t testing.TB) {
	t.Helper()
	longtest.Skip(t)
}

// Slow reports whether slow tests run.
func Slow() bool { return longtest.Enabled() }

// Tests of learners have the sources of the harness, as spbench has.
func init() { spbench.Harness = harness.Sources }

// Instances returns the instances of a dataset of spbench, and their folds, if any. args is a JSON
// object of its arguments, or "". Without $SPBENCH_DATA it skips the test if the dataset needs files
// that are not in the user's cache.
func Instances(t testing.TB, name, args string) (xs []sp.Instance, fold []int) {
	t.Helper()
	d, err := data.Load(name, []byte(args), "")
	if err != nil && os.Getenv("SPBENCH_DATA") == "" {
		t.Skipf("SKIPPED: SPBENCH_DATA is not set: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.Instances, d.Fold
}

// Objective returns F(w), as an audit of the harness does. o needs only kind and λ. train is fully
// labelled. l is the loss of hinge objectives, else nil. The error wraps errors.ErrUnsupported if an
// instance has no exact oracle.
func Objective(
	o sp.Objective, w []float64, train []sp.Instance, m sp.FeatureMap, l sp.Loss,
) (float64, error) {
	return audit.Value(o, w, train, m, l)
}

// DualBound returns the lower bound on min F at the dual variables: for each instance a
// distribution over labelings. It is NaN if the kind of o has no known dual.
func DualBound(
	o sp.Objective, dual [][]sp.Atom, train []sp.Instance, m sp.FeatureMap, l sp.Loss,
) float64 {
	return audit.Dual(o, dual, train, m, l)
}

// Chart, Axis and Series are the charts of spbench's reports, as SVG, for figures of tests and
// benchmarks: fill a Chart and call its method Write.
type (
	Chart  = chart.Chart
	Axis   = chart.Axis
	Series = chart.Series
)

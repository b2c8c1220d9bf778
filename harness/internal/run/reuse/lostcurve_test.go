package reuse

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A kept fit has lost its curve if sources of scores have changed and it has more than its end.
func TestLostCurve(t *testing.T) {
	curve := suite.Curve{First: 1, Factor: 2}
	for _, c := range []struct {
		key         string
		curve       suite.Curve
		checkpoints int
		kept        string
		want        bool
	}{
		{"k", curve, 0, "score", false},
		{"k", curve, 1, "score", false}, // its end
		{"k", curve, 2, "score", true},
		{"k", curve, 3, "score", true},
		{"k", curve, 2, "metric:hamming", true},
		{"k", curve, 2, "harness", false},
		{"k", curve, 2, "oracle:chain", false},
		{"k", suite.Curve{}, 2, "score", false},
		{"other", curve, 2, "score", false},
	} {
		f := &plan.Fit{Key: "k", Configuration: &plan.Configuration{
			Plan: &plan.Plan{Suite: &suite.Suite{Curve: c.curve}}}}
		old := &record.Fit{Key: c.key, Kept: map[string]string{c.kept: "1"},
			Checkpoints: make([]record.Checkpoint, c.checkpoints)}
		if got := LostCurve(f, old); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

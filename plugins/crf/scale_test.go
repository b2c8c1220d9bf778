package crf

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/scaletest"
	"github.com/spbench/spbench/harness/sp"
)

// TestScales: at any scale of one raw feature, all objectives reach and report their minimum with
// default parameters. One row of variables is a chain.
func TestScales(t *testing.T) {
	for _, kind := range oneStage {
		for _, rows := range []int{1, 3} {
			for _, scale := range scaletest.Scales {
				train := scaletest.Grids(1, 30, rows, 5, scale)
				m := learnertest.Linear("", &train[0])
				c := *newLearner().(*CRF)
				c.Kind = kind
				points, done := fit(t, c, learner.Input{Train: train, Map: m})
				least := scaletest.Minimum(t, objective(m, train, c.Lambda, kind).Evaluate, m,
					train)
				if f := last(points).Values[sp.ValueObjective]; done.End != sp.Converged ||
					!scaletest.Near(f, least) {
					t.Errorf("%s, %d rows, scale %g: %.9g, want %.9g; %s", kind, rows, scale, f,
						least, done.End)
				}
			}
		}
	}
}

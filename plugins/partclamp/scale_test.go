package partclamp

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest/scaletest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestScales: at any scale of one raw feature, each objective reaches and reports its minimum. The
// bound has the gold states alone, because tightening would change the objective in each round.
func TestScales(t *testing.T) {
	for _, objective := range []string{objectiveBound, objectiveComposite, objectivePseudo} {
		for _, rows := range []int{1, 3} {
			for _, scale := range scaletest.Scales {
				train := scaletest.Grids(3, 20, rows, 5, scale)
				m := linear(`{}`, &train[0])
				c := with(func(c *PartClamp) { c.Objective, c.States = objective, 0 })
				last, done := fit(t, c, learner.Input{Train: train, Map: m})
				term := likelihood.Term(&likelihood.Pseudo{})
				if objective != objectivePseudo {
					term = newRun(c, &sp.Task{Train: train, Map: m}).term(oracle.NewPool(m,
						nil).Get)
				}
				o := likelihood.Objective{Map: m, Train: train, Lambda: c.Lambda, Term: term}
				least := scaletest.Minimum(t, o.Evaluate, m, train)
				if f := last.Values[sp.ValueObjective]; done.End != sp.Converged ||
					!scaletest.Near(f, least) {
					t.Errorf("%s, %d rows, scale %g: %.9g, want %.9g; %s", objective, rows, scale,
						f, least, done.End)
				}
			}
		}
	}
}

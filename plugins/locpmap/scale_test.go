package locpmap

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest/scaletest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// TestScales: at any scale of one raw feature, the fit reaches and reports the minimum with default
// parameters.
func TestScales(t *testing.T) {
	for _, block := range []string{"1x1", "1x2"} {
		for _, rows := range []int{1, 4} {
			for _, scale := range scaletest.Scales {
				train := scaletest.Grids(2, 20, rows, 6, scale)
				m := linear("", &train[0])
				l := newLearner().(*LocPMAP)
				l.Block = block
				last, done := fit(t, *l, learner.Input{Train: train, Map: m})
				r := &run{LocPMAP: l, task: &sp.Task{Train: train, Map: m}}
				if err := r.prepare(); err != nil {
					t.Fatal(err)
				}
				o := likelihood.Objective{Map: m, Train: r.train, Lambda: l.Lambda, Term: r.term()}
				least := scaletest.Minimum(t, o.Evaluate, m, train)
				if f := last.Values[sp.ValueObjective]; done.End != sp.Converged ||
					!scaletest.Near(f, least) {
					t.Errorf("%s, %d rows, scale %g: %.9g, want %.9g; %s", block, rows, scale, f,
						least, done.End)
				}
			}
		}
	}
}

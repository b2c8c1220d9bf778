package ssvm

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// one is the weight of a single labeling.
var one = []float64{1}

// A maxOracle solves the loss-augmented decoding max_y L(yᵢ,y) + ⟨w, φ(xᵢ,y)⟩ of training
// instances, the only query of all solvers. First call score, then solve.
type maxOracle struct {
	task    *sp.Task
	loss    sp.NodeLoss  // nil: decoding without a loss
	total   float64      // Σ aᵢ
	encoder *encoder.Fit // nil: none
	calls   int          // completed in this stage
	limit   int          // limit of calls in the stage

	p     sp.Potentials // of score
	y     []int32       // of solve
	costs []float64

	approximate bool // the solver of the last maximum may miss it
}

func newMaxOracle(t *sp.Task, loss sp.NodeLoss, limit int) maxOracle {
	o := maxOracle{loss: loss}
	o.extend(t, limit)
	return o
}

// extend replaces the task by t, whose first training instances are the present ones, and allows
// limit further calls. It returns the share of the present instances in the total weight.
func (o *maxOracle) extend(t *sp.Task, limit int) (part float64) {
	before := o.total
	o.task, o.total, o.calls, o.limit = t, t.Weight(), 0, limit
	return before / o.total
}

// share returns aᵢ/Σa.
func (o *maxOracle) share(i int) float64 { return o.task.Train[i].Weight / o.total }

// score sets p to the scores of instance i under w = scale·v plus the costs of
// wrong labels.
func (o *maxOracle) score(i int, scale float64, v []float64) {
	x := &o.task.Train[i]
	o.task.Map.Potentials(&o.p, v, x)
	o.p.Scale(scale)
	if o.loss != nil {
		o.costs = o.p.Augment(o.loss, x, o.costs)
	}
}

// solve sets y to a best labeling of instance i under p and returns its score. It is one oracle
// call; beyond the limit it returns sp.ErrLimit instead.
func (o *maxOracle) solve(i int) (best float64, err error) {
	if o.calls >= o.limit {
		return 0, sp.ErrLimit
	}
	x := &o.task.Train[i]
	solver, err := o.task.Solver(x)
	if err != nil {
		return 0, err
	}
	_, o.approximate = solver.(sp.Approximator)
	o.y = sp.Grow(o.y, x.N())
	best, err = solver.MAP(o.y, &o.p)
	if err == nil {
		o.calls++
	}
	return best, err
}

// value returns L(yᵢ, y).
func (o *maxOracle) value(i int, y []int32) float64 {
	x := &o.task.Train[i]
	return o.loss.Value(x, x.Gold, y)
}

// supports returns the support of every training instance.
func (o *maxOracle) supports(nonNegative []int) []optim.Support {
	all := make([]optim.Support, len(o.task.Train))
	for i := range all {
		all[i] = optim.NewSupport(o.task.Map.Support(nil, &o.task.Train[i]), nonNegative)
	}
	return all
}

package skeleton

import (
	"errors"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// learnBase minimises the likelihood of the model without edges or, for pieces, the
// pseudolikelihood, regularised by Lambda: a visit per evaluation of an instance and no oracle call.
// It ends within a thousandth of the minimum.
func (f *descent) learnBase(r *learner.Recorder) error {
	if f.learned == nil {
		return nil
	}
	term := func(t *sp.Task) likelihood.Term {
		return likelihood.Visited{Term: &likelihood.Pseudo{}, Visit: t.Visit}
	}
	train := f.task.Train
	if f.base == baseUnary {
		train = likelihood.WithoutEdges(train)
	}
	o := &likelihood.Objective{
		Map: f.task.Map, Train: train, Lambda: f.Lambda,
		Term: term(f.task), Batch: f.task.Batch, New: term,
	}
	w := make([]float64, len(f.learned))
	strong := optim.Strong{
		Minimizer: optim.Minimize, NonNegative: f.task.Map.NonNegative(), Lambda: f.Lambda,
		Tolerance: 1e-3,
		Moved: func(w []float64, _, _ float64) error {
			copy(f.learned, w)
			return r.Moved()
		},
	}
	if _, err := strong.Minimize(o.Evaluate, w); err != nil && !errors.Is(err, sp.ErrLimit) {
		return err
	}
	copy(f.learned, w)
	r.Hold()
	return nil
}

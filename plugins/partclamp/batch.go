package partclamp

import (
	"errors"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// batch minimises F from w by L-BFGS; for objective bound, in rounds.
func (r *run) batch(w []float64) error {
	t := r.task
	if r.Objective == objectivePseudo {
		o := &likelihood.Parallel{Map: t.Map, Train: t.Train, Lambda: r.Lambda, Visit: t.Visit,
			Term: func() likelihood.Term {
				return &likelihood.Pseudo{}
			}}
		_, err := r.minimize(o.Evaluate, w)
		return err
	}
	o := &likelihood.Objective{
		Map: t.Map, Train: t.Train, Lambda: r.Lambda, Term: r.term(t.Solver),
		Batch: t.Batch, New: func(t *sp.Task) likelihood.Term { return r.term(t.Solver) },
	}
	if r.Objective == objectiveComposite || r.States == 0 {
		_, err := r.minimize(o.Evaluate, w)
		return err
	}
	return r.rounds(o, w)
}

// usualRounds is the default limit of rounds.
const usualRounds = 10

// rounds alternates two steps: it learns all weights under the current states, then tightens the
// bound of each example under these weights. After the last round it does not tighten. While sets
// grow no bound gets lower, and the minimum of F approaches that of the likelihood from below.
// Replacing a state raises the bound under the present weights only.
func (r *run) rounds(o *likelihood.Objective, w []float64) error {
	last, most := math.Inf(-1), r.Rounds
	if most == 0 {
		most = usualRounds
	}
	for round := 1; ; round++ {
		f, err := r.minimize(o.Evaluate, w)
		if err != nil && !errors.Is(err, sp.ErrLimit) {
			return err
		}
		if math.Abs(f-last) <= r.Tolerance*math.Abs(f) {
			return err
		}
		if round == most {
			return sp.ErrLimit
		}
		last = f
		_ = r.Hold() // the next minimisation has no value before its first evaluation
		changed, failed := r.tightenAll(w)
		if failed != nil {
			return failed
		}
		if !changed {
			return err
		}
	}
}

// tightenAll tightens the bound of each example under w and reports whether any has changed.
func (r *run) tightenAll(w []float64) (changed bool, err error) {
	tightenEach := r.task.Batch(func(t *sp.Task) (do, take func(i int) error) {
		var p sp.Potentials
		var clamped, known []bound.Clamping // of the example after the item
		better, tightener := false, r.newTightener(t)
		do = func(i int) error {
			x := &r.task.Train[i]
			t.Map.Potentials(&p, w, x)
			s, err := t.Solver(x)
			if err != nil {
				return err
			}
			e := r.of(x)
			clamped, known = copied(e.clamped), copied(e.known)
			better, err = tightener.tightenBoth(s, &p, x, clamped, known)
			return err
		}
		take = func(i int) error {
			changed = changed || better
			e := r.of(&r.task.Train[i])
			e.clamped, e.known = clamped, known
			return nil
		}
		return do, take
	})
	err = tightenEach(len(r.task.Train))
	return changed, err
}

// copied returns a copy of the clampings with lists of states of their own; nil for nil.
func copied(list []bound.Clamping) []bound.Clamping {
	list = slices.Clone(list)
	for j := range list {
		list[j].States = slices.Clone(list[j].States)
	}
	return list
}

// minimize minimises f by L-BFGS from w and leaves the result in w.
func (r *run) minimize(f optim.Func, w []float64) (value float64, err error) {
	// none if the budget is smaller than one evaluation
	at, values := slices.Clone(w), map[string]float64(nil)
	r.checkpoint = func() sp.Checkpoint { return sp.Checkpoint{Weights: at, Values: values} }
	strong := optim.Strong{
		Minimizer: optim.Minimize, NonNegative: r.task.Map.NonNegative(), Lambda: r.Lambda,
		Tolerance: r.Tolerance,
		Moved: func(w []float64, f, bound float64) error {
			at, value, values = w, f, map[string]float64{sp.ValueObjective: f}
			if r.Objective != objectiveBound {
				values[sp.ValueBound] = bound // for objective bound, of the round's own minimum
			}
			return r.Moved()
		},
	}
	proved, err := strong.Minimize(f, w)
	at = slices.Clone(w) // the solver's buffers are not to be relied on
	if err == nil && !proved {
		err = sp.ErrStalled
	}
	return value, err
}

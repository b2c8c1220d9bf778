package learner_test

import (
	"context"
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// A spender works on instances in every way, as often as the budget allows.
type spender struct{ do func(t *sp.Task) error }

func (l *spender) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	var err error
	for err == nil {
		err = l.do(t)
	}
	return errors.Join(err, emit(sp.Checkpoint{Weights: make([]float64, t.Map.Dim())}))
}

// A visit is a solver that was asked for and used at least once, or a call of Visit. Every bound of
// a budget stops at its exact count.
func TestBudgetsByKind(t *testing.T) {
	calls := func(t *sp.Task) error { // one visit, two MAPs, one sum
		s, err := t.Solver(&t.Train[0])
		if err != nil {
			return err
		}
		var p sp.Potentials
		t.Map.Potentials(&p, make([]float64, t.Map.Dim()), &t.Train[0])
		y := make([]int32, t.Train[0].N())
		for range 2 {
			if _, err := s.MAP(y, &p); err != nil {
				return err
			}
		}
		_, err = s.Marginals(nil, &p)
		return err
	}
	sweeps := func(t *sp.Task) error { // one visit, two sweeps
		if err := t.Visit(); err != nil {
			return err
		}
		if err := t.Sweep(); err != nil {
			return err
		}
		return t.Sweep()
	}
	conditions := func(t *sp.Task) error { // one visit, three sums given labels
		x := &t.Train[0]
		s, err := t.Solver(x)
		if err != nil {
			return err
		}
		f, err := sp.NewForest(make([]bool, x.N()), x.Edges)
		if err != nil {
			return err
		}
		var p sp.Potentials
		t.Map.Potentials(&p, make([]float64, t.Map.Dim()), x)
		for range 3 {
			if _, err := s.(sp.Conditioner).Conditional(nil, &p, f, x.Gold); err != nil {
				return err
			}
		}
		return nil
	}
	for _, test := range []struct {
		do     func(t *sp.Task) error
		budget sp.Budget
		want   sp.Counts
	}{
		{calls, sp.Budget{Visits: 3}, sp.Counts{Visits: 3, MAP: 6, Marginals: 3}},
		{calls, sp.Budget{Passes: 0.3}, sp.Counts{Visits: 3, MAP: 6, Marginals: 3}},
		{calls, sp.Budget{Calls: 4}, sp.Counts{Visits: 2, MAP: 3, Marginals: 1}},
		{calls, sp.Budget{MAP: 5}, sp.Counts{Visits: 3, MAP: 5, Marginals: 2}},
		{calls, sp.Budget{Marginals: 2}, sp.Counts{Visits: 3, MAP: 6, Marginals: 2}},
		{conditions, sp.Budget{Visits: 2}, sp.Counts{Visits: 2, Conditional: 6}},
		{conditions, sp.Budget{Calls: 4}, sp.Counts{Visits: 2, Conditional: 4}},
		{conditions, sp.Budget{Conditional: 5}, sp.Counts{Visits: 2, Conditional: 5}},
		{sweeps, sp.Budget{Visits: 3}, sp.Counts{Visits: 3, Sweeps: 6}},
		{sweeps, sp.Budget{Visits: 7, Passes: 0.2}, sp.Counts{Visits: 2, Sweeps: 4}},
		{sweeps, sp.Budget{Visits: 7, Sweeps: 5}, sp.Counts{Visits: 3, Sweeps: 5}},
		{sweeps, sp.Budget{Passes: 0.29 * 100}, sp.Counts{Visits: 290, Sweeps: 580}},
		{sweeps, sp.Budget{Passes: 1.19}, sp.Counts{Visits: 11, Sweeps: 22}},
		{calls, sp.Budget{Passes: 3, Calls: 31}, sp.Counts{Visits: 11, MAP: 21, Marginals: 10}},
		{calls, sp.Budget{Passes: 1e300, Calls: 3}, sp.Counts{Visits: 1, MAP: 2, Marginals: 1}},
	} {
		in := input(t)
		in.Budget = test.budget
		done, err := learner.Fit(t.Context(), &spender{test.do}, in,
			func(sp.Stamped) error { return nil })
		if err != nil || done.Counts != test.want || done.End != sp.EndedByBudget {
			t.Errorf("%+v: %+v, %v; want %+v", test.budget, done, err, test.want)
		}
	}
	// A solver kept for other instances does not hide their visits.
	var kept sp.Solver
	at := 0
	hoard := func(t *sp.Task) error {
		x := &t.Train[at%len(t.Train)]
		if at++; kept == nil {
			var err error
			if kept, err = t.Solver(x); err != nil {
				return err
			}
		}
		var p sp.Potentials
		t.Map.Potentials(&p, make([]float64, t.Map.Dim()), x)
		_, err := kept.MAP(make([]int32, x.N()), &p)
		return err
	}
	hoarded := input(t)
	hoarded.Train = hoarded.Train[1:] // all have edges
	hoarded.Budget = sp.Budget{Passes: 5}
	if done, err := learner.Fit(t.Context(), &spender{hoard}, hoarded,
		func(sp.Stamped) error { return nil }); err != nil ||
		done.Counts != (sp.Counts{Visits: 45, MAP: 45}) || done.End != sp.EndedByBudget {
		t.Errorf("one solver for all: %+v, %v", done, err)
	}
	// A fit that ends before the budget has not converged, and the budget did not end it.
	early := func(*sp.Task) error { return sp.ErrBudget }
	if done, err := learner.Fit(t.Context(), &spender{early}, input(t),
		func(sp.Stamped) error { return nil }); err != nil || done.End != sp.EndedByLimit {
		t.Errorf("an early end: %+v, %v", done, err)
	}
	in := input(t)
	in.Budget = sp.Budget{CPUSeconds: 0.05}
	done, err := learner.Fit(t.Context(), &spender{calls}, in,
		func(sp.Stamped) error { return nil })
	if err != nil || done.End != sp.EndedByBudget {
		t.Errorf("0.05 CPU seconds: %+v, %v", done, err)
	}
}

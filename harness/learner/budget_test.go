package learner_test

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// spend does something as often as the budget allows, and returns the end of the fit.
func spend(t *testing.T, in learner.Input, do func(t *sp.Task) error) (sp.Done, error) {
	t.Helper()
	_, done, err := fit(t, in, after(func(t *sp.Task) (err error) {
		for err == nil {
			err = do(t)
		}
		return err
	}))
	return done, err
}

// A visit is a solver that was asked for and used at least once, or a call of Visit. Every bound of
// a budget stops at its exact count.
func TestBudgetsByKind(t *testing.T) {
	calls := func(t *sp.Task) error { // one visit, two MAPs, one sum
		s, p, err := asked(t, &t.Train[0])
		for range 2 {
			if err == nil {
				_, err = s.MAP(make([]int32, t.Train[0].N()), p)
			}
		}
		if err == nil {
			_, err = s.Marginals(nil, p)
		}
		return err
	}
	sweeps := func(t *sp.Task) error { // one visit, two sweeps
		return first(t.Visit(), func() error { return first(t.Sweep(), t.Sweep) })
	}
	conditions := func(t *sp.Task) error { // one visit, three sums given labels
		x := &t.Train[0]
		s, p, err := asked(t, x)
		if err != nil {
			return err
		}
		f, err := sp.NewForest(make([]bool, x.N()), x.Edges)
		for range 3 {
			if err == nil {
				_, err = s.(sp.Conditioner).Conditional(nil, p, f, x.Gold)
			}
		}
		return err
	}
	clamps := func(t *sp.Task) error { // one visit of a partial instance, one MAP, two clamped ones
		x := &t.Partial[0]
		s, p, err := asked(t, x)
		if err == nil {
			_, err = s.MAP(make([]int32, x.N()), p)
		}
		for k := range int32(2) {
			if err == nil {
				_, err = s.(sp.Clamper).Clamped(nil, 0, k)
			}
		}
		return err
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
		{clamps, sp.Budget{Visits: 2}, sp.Counts{Visits: 2, MAP: 2, Clamped: 4}},
		{clamps, sp.Budget{Clamped: 3}, sp.Counts{Visits: 2, MAP: 2, Clamped: 3}},
		{clamps, sp.Budget{Calls: 5}, sp.Counts{Visits: 2, MAP: 2, Clamped: 3}},
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
		if test.budget.Passes == 0 {
			in.Partial = []sp.Instance{graph("tree", 4, []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}})}
		}
		done, err := spend(t, in, test.do)
		if err != nil || done.Counts != test.want || done.End != sp.EndedByBudget {
			t.Errorf("%+v: %+v, %v; want %+v", test.budget, done, err, test.want)
		}
	}
}

// A fit that ends before the budget has not converged, and the budget did not end it. Seconds of
// either kind end a fit.
func TestEndsByBudgetAndBefore(t *testing.T) {
	one := func(t *sp.Task) error { _, err := maximum(t, &t.Train[0]); return err }
	for _, test := range []struct {
		budget sp.Budget
		do     func(*sp.Task) error
		want   sp.End
	}{
		{sp.Budget{}, func(*sp.Task) error { return sp.ErrBudget }, sp.EndedByLimit},
		{sp.Budget{CPUSeconds: 0.05}, one, sp.EndedByBudget},
		{sp.Budget{Seconds: 0.05}, one, sp.EndedByBudget},
	} {
		in := input(t)
		in.Budget = test.budget
		if done, err := spend(t, in, test.do); err != nil || done.End != test.want {
			t.Errorf("%+v: %+v, %v", test.budget, done, err)
		}
	}
}

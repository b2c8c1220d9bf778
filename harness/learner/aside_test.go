package learner_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// work is what a made-up method does for an instance: calls of all kinds, as many as its number asks for, and one that
// is refused.
func work(t *sp.Task, i int) error {
	x := &t.Train[i]
	if i%3 == 2 {
		if err := t.Visit(); err != nil {
			return err
		}
		if err := t.Sweep(); err != nil {
			return err
		}
	}
	s, err := t.Solver(x)
	if err != nil {
		return err
	}
	var p sp.Potentials
	t.Map.Potentials(&p, make([]float64, t.Map.Dim()), x)
	y := make([]int32, x.N())
	for range i % 4 {
		if _, err := s.MAP(y, &p); err != nil {
			return err
		}
		if c, ok := s.(sp.Clamper); ok {
			if _, err := c.Clamped(y, 0, 1); err != nil {
				return err
			}
		}
	}
	forest, err := sp.NewForest(make([]bool, x.N()), x.Edges)
	if err != nil {
		return err
	}
	if _, err := s.(sp.Conditioner).Conditional(nil, &p, forest, y); err != nil {
		return err
	}
	if _, err := s.Marginals(nil, &p); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// grid is one of so many rows and columns.
func grid(side int32) sp.Instance {
	var edges []sp.Edge
	for d := range side * side {
		if d%side > 0 {
			edges = append(edges, sp.Edge{U: d - 1, V: d})
		}
		if d >= side {
			edges = append(edges, sp.Edge{U: d - side, V: d})
		}
	}
	return graph("grid", int(side*side), edges)
}

// first returns err, or else what next does.
func first(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

// TestAsideCountsAsTheFitDoes: what tasks beside the fit's are asked ends the fit at the same call as if the fit had asked.
func TestAsideCountsAsTheFitDoes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	alone := func(t *sp.Task) error {
		for i := range t.Train {
			if err := work(t, i); err != nil {
				return err
			}
		}
		return nil
	}
	aside := func(t *sp.Task) error {
		var tasks [2]*sp.Task
		var asked [2]func(sp.Asked) sp.Asked
		for i := range tasks {
			tasks[i], asked[i] = t.Aside()
		}
		var list sp.Asked
		for i := range t.Train {
			err := work(tasks[i%2], i)
			list = asked[i%2](list[:0])
			if err := t.Settle(list); err != nil {
				return err
			}
			if err != nil {
				return fmt.Errorf("beside the fit, which may go on: %w", err)
			}
		}
		return alone(t) // what a solver asked for later belongs to is another visit
	}
	same := func(in learner.Input) {
		t.Helper()
		twice := func(t *sp.Task) error { return first(alone(t), func() error { return alone(t) }) }
		if is, want := ending(t, in, aside), ending(t, in, twice); is != want {
			t.Fatalf("%+v: beside the fit %s, by it %s", in.Budget, is, want)
		}
	}
	in := input(t)
	in.Train = append(in.Train, grid(30))
	for _, n := range []int64{1, 2, 7, 20, 41} {
		for _, budget := range []sp.Budget{{Calls: n}, {Visits: n}, {Sweeps: n}, {MAP: n}, {Clamped: n}, {Marginals: n}, {Conditional: n}} {
			in.Budget = budget
			same(in)
		}
	}
	in.Oracle = sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":2,"tolerance":1e-9}`)}
	same(in)
}

// ending returns what a fit says at its end that does this.
func ending(t *testing.T, in learner.Input, do func(*sp.Task) error) string {
	t.Helper()
	warnings := ""
	in.Warn = func(w string) { warnings += "; " + w }
	_, done, err := fit(t, in, func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		err := do(t)
		if failed := emit(sp.Checkpoint{Weights: []float64{1}}); failed != nil {
			return failed
		}
		return err
	})
	return fmt.Sprint(done.Counts, done.End, err, warnings)
}

// TestAsideStops: work on one instance that would never end does where the budget does, whatever bounds it.
func TestAsideStops(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	forever := func(t *sp.Task) {
		s, err := t.Solver(&t.Train[0])
		var p sp.Potentials
		t.Map.Potentials(&p, make([]float64, t.Map.Dim()), &t.Train[0])
		for err == nil {
			if _, err = s.MAP(make([]int32, 1), &p); err == nil {
				err = first(t.Visit(), t.Sweep)
			}
		}
	}
	alone := func(t *sp.Task) error { forever(t); return sp.ErrBudget }
	aside := func(t *sp.Task) error {
		side, asked := t.Aside()
		forever(side)
		return t.Settle(asked(nil))
	}
	for _, budget := range []sp.Budget{{MAP: 7}, {Calls: 7}, {Sweeps: 7}, {Visits: 7}} {
		in := input(t)
		in.Budget = budget
		if is, want := ending(t, in, aside), ending(t, in, alone); is != want {
			t.Errorf("%+v: beside the fit %s, by it %s", budget, is, want)
		}
	}
	for _, budget := range []sp.Budget{{Seconds: 0.01}, {CPUSeconds: 0.01}} {
		in := input(t)
		in.Budget = budget
		if is := ending(t, in, aside); !strings.Contains(is, "budget") {
			t.Errorf("%+v: %s", budget, is)
		}
	}
}

// TestAsideHasNoSteps: what belongs between two steps of the fit, and reads what it counts, is not for those beside it.
func TestAsideHasNoSteps(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	is := ending(t, input(t), func(t *sp.Task) error {
		side, _ := t.Aside()
		if side.Aside != nil || side.Settle != nil || side.Save != nil || side.Resume != nil || side.Watch != nil || side.Due != nil {
			return errors.New("a task beside the fit's has steps")
		}
		return nil
	})
	if strings.Contains(is, "steps") {
		t.Error(is)
	}
}

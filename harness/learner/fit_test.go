package learner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// A script is a learner made of a function.
type script func(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error

func (s *script) Fit(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	return (*s)(ctx, t, emit)
}

// graph returns an instance of n variables with two labels and one feature each.
func graph(id string, n int, edges []sp.Edge) sp.Instance {
	return sp.Instance{
		ID: id, Weight: 1, K: 2, Edges: edges, Gold: make([]int32, n),
		Node: sp.Rows{N: n, D: 1, Dense: make([]float32, n)},
	}
}

// input has ten chains of different lengths.
func input(t testing.TB) learner.Input {
	t.Helper()
	m, err := feature.New("linear", nil, feature.Dims{K: 2, Node: 1})
	if err != nil {
		t.Fatal(err)
	}
	hamming, err := loss.New("hamming", nil)
	if err != nil {
		t.Fatal(err)
	}
	in := learner.Input{Map: m, Loss: hamming}
	for i := range 10 {
		in.Train = append(in.Train, graph(fmt.Sprint(i), i+1, sp.ChainEdges(i+1)))
	}
	return in
}

func fit(t *testing.T, in learner.Input, s script) ([]sp.Stamped, sp.Done, error) {
	var got []sp.Stamped
	done, err := learner.Fit(t.Context(), &s, in,
		func(c sp.Stamped) error { got = append(got, c); return nil })
	return got, done, err
}

// after returns a learner that does something, sends a checkpoint and ends with the error.
func after(do func(t *sp.Task) error) script {
	return func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		return errors.Join(do(t), emit(sp.Checkpoint{Weights: []float64{1}}))
	}
}

// asked returns the solver of x and the scores of x under zero weights.
func asked(t *sp.Task, x *sp.Instance) (sp.Solver, *sp.Potentials, error) {
	s, err := t.Solver(x)
	if err != nil {
		return nil, nil, err
	}
	p := new(sp.Potentials)
	t.Map.Potentials(p, make([]float64, t.Map.Dim()), x)
	return s, p, nil
}

// maximum returns a labeling of x with the largest score.
func maximum(t *sp.Task, x *sp.Instance) ([]int32, error) {
	s, p, err := asked(t, x)
	if err != nil {
		return nil, err
	}
	y := make([]int32, x.N())
	_, err = s.MAP(y, p)
	return y, err
}

// sweep asks for the maximum of each instance, pass by pass, until the end of the budget.
func sweep(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	at := 0
	return learner.Steps(t, emit, 1e9, func() error {
		_, err := maximum(t, &t.Train[at%len(t.Train)])
		at++
		return err
	}, func() sp.Checkpoint { return sp.Checkpoint{Weights: make([]float64, t.Map.Dim())} })
}

func TestHowAFitEnds(t *testing.T) {
	late := func(err error) script { return after(func(*sp.Task) error { return err }) }
	early := func(err error) script {
		return func(context.Context, *sp.Task, func(sp.Checkpoint) error) error { return err }
	}
	unsupported := fmt.Errorf("needs a grid: %w", errors.ErrUnsupported)
	refused := after(func(t *sp.Task) error { // a wide grid whose pairs reward disagreement
		x := graph("grid", 900, sp.GridEdges(30, 30))
		s, p, err := asked(t, &x)
		if err != nil {
			return err
		}
		p.Pair.Table[0] = -1
		_, err = s.MAP(make([]int32, 900), p)
		return fmt.Errorf("a step: %w", err)
	})
	for name, test := range map[string]struct {
		s    script
		want string
		kind error
	}{
		"done":                 {late(nil), "", nil},
		"budget":               {late(sp.ErrBudget), "", nil},
		"failure":              {late(errors.New("no luck")), "no luck", nil},
		"silence":              {early(nil), "without a checkpoint", nil},
		"budget at once":       {early(sp.ErrBudget), "without a checkpoint", nil},
		"unsupported":          {early(unsupported), "needs a grid", errors.ErrUnsupported},
		"unsupported later":    {late(unsupported), "after the first checkpoint", nil},
		"oracle refuses later": {refused, "not submodular", errors.ErrUnsupported},
		"panic":                {after(func(*sp.Task) error { panic("oops") }), "oops", sp.ErrPanic},
	} {
		_, _, err := fit(t, input(t), test.s)
		if (err == nil) != (test.want == "") || err != nil &&
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
		for _, kind := range []error{errors.ErrUnsupported, sp.ErrPanic} {
			if errors.Is(err, kind) != (kind == test.kind) {
				t.Errorf("%s: %v is of the wrong kind", name, err)
			}
		}
	}
}

func TestCancelledSolversAndEmit(t *testing.T) {
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	s := script(func(ctx context.Context, task *sp.Task, emit func(sp.Checkpoint) error) error {
		x := &task.Train[4]
		solver, err := task.Solver(x)
		if err != nil {
			return err
		}
		p := new(sp.Potentials).Resize(x, 0, 4)
		cancel(cause)
		if _, err := solver.MAP(make([]int32, x.N()), p); !errors.Is(err, cause) {
			t.Errorf("MAP: %v", err)
		}
		if _, err := task.Solver(x); !errors.Is(err, cause) {
			t.Errorf("Solver: %v", err)
		}
		if err := task.Visit(); !errors.Is(err, cause) {
			t.Errorf("Visit: %v", err)
		}
		if err := emit(sp.Checkpoint{Weights: []float64{1}}); !errors.Is(err, cause) {
			t.Errorf("emit: %v", err)
		}
		return nil // as if nothing had happened
	})
	if _, err := learner.Fit(ctx, &s, input(t),
		func(sp.Stamped) error { t.Error("emitted"); return nil }); !errors.Is(err, cause) {
		t.Errorf("Fit: %v", err)
	}
}

func TestBadInput(t *testing.T) {
	for text, bend := range map[string]func(in *learner.Input){
		"no training instances": func(in *learner.Input) { in.Train = nil },
		"feature map":           func(in *learner.Input) { in.Map = nil },
		"is negative":           func(in *learner.Input) { in.Budget.Calls = -1 },
		"factor 1": func(in *learner.Input) {
			in.Schedule = sp.Schedule{First: 1,
				Factor: 1}
		},
	} {
		in := input(t)
		bend(&in)
		if _, _, err := fit(t, in, sweep); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
}

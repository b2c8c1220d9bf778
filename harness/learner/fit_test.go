package learner_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

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
	done, err := learner.Fit(t.Context(), &s, in, func(c sp.Stamped) error { got = append(got, c); return nil })
	return got, done, err
}

// sweep calls each solver once per pass until the budget ends it, and emits when due.
func sweep(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	w := make([]float64, t.Map.Dim())
	var p sp.Potentials
	for {
		for i := range t.Train {
			x := &t.Train[i]
			s, err := t.Solver(x)
			if err != nil {
				return err
			}
			t.Map.Potentials(&p, w, x)
			if _, err := s.MAP(make([]int32, x.N()), &p); errors.Is(err, sp.ErrBudget) {
				return errors.Join(emit(sp.Checkpoint{Weights: w}), err)
			} else if err != nil {
				return err
			}
			if t.Due() {
				if err := emit(sp.Checkpoint{Weights: w}); err != nil {
					return err
				}
			}
		}
	}
}

func TestBudgetStopsAtTheExactCall(t *testing.T) {
	for _, test := range []struct {
		budget sp.Budget
		want   int64
	}{
		{sp.Budget{Calls: 7}, 7},
		{sp.Budget{Passes: 2.5}, 25},
		{sp.Budget{Passes: 0.29 * 100}, 290},
		{sp.Budget{Passes: 1.19}, 11},
		{sp.Budget{Passes: 3, Calls: 31}, 30},
		{sp.Budget{Passes: 1e300, Calls: 3}, 3},
	} {
		in := input(t)
		in.Budget = test.budget
		got, done, err := fit(t, in, sweep)
		if err != nil || done.Counts.MAP != test.want || done.Counts.Calls() != test.want || done.End != sp.EndedByBudget || len(got) != 1 {
			t.Errorf("%+v: %d calls, %d checkpoints, %+v, %v; want %d calls", test.budget, done.Counts.MAP, len(got), done, err, test.want)
		}
	}
}

func TestSecondsEndTheFit(t *testing.T) {
	in := input(t)
	in.Budget.Seconds = 0.05
	_, done, err := fit(t, in, sweep)
	if err != nil || done.End != sp.EndedByBudget || done.Seconds < 0.05 || done.Seconds > 1 {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestVisitsUseUpTheBudgetUncounted(t *testing.T) {
	in := input(t)
	in.Budget.Passes, in.Schedule = 2.5, sp.Schedule{First: 0.5, Factor: 2}
	visits := 0
	got, done, err := fit(t, in, func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		c := sp.Checkpoint{Weights: []float64{1}}
		for {
			if err := t.Visit(); err != nil {
				return errors.Join(emit(c), err)
			}
			visits++
			if t.Due() {
				if err := emit(c); err != nil {
					return err
				}
			}
		}
	})
	if err != nil || visits != 25 || len(got) != 4 || done.End != sp.EndedByBudget || done.Counts.Calls() != 0 {
		t.Errorf("%d visits, %d checkpoints, %+v, %v; want 25 visits, 4 checkpoints, no calls", visits, len(got), done, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := script(func(_ context.Context, t *sp.Task, _ func(sp.Checkpoint) error) error {
		cancel()
		return t.Visit()
	})
	if _, err := learner.Fit(ctx, &s, in, func(sp.Stamped) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the fit is cancelled: %v", err)
	}
}

func TestScheduleIsGeometricInPasses(t *testing.T) {
	in := input(t)
	in.Budget.Passes, in.Schedule = 20, sp.Schedule{First: 0.5, Factor: 2}
	got, _, err := fit(t, in, sweep)
	if err != nil {
		t.Fatal(err)
	}
	var calls []int64
	for _, c := range got {
		calls = append(calls, c.Counts.MAP)
	}
	if want := []int64{5, 10, 20, 40, 80, 160, 200}; fmt.Sprint(calls) != fmt.Sprint(want) {
		t.Errorf("checkpoints after %v calls, want %v", calls, want)
	}
	// However many points lie between two visits, the next one is found at once.
	for _, dense := range []sp.Schedule{{First: 1e-12, Factor: 1.000000001}, {First: 5e-324, Factor: 1.1}} {
		in.Schedule = dense
		got, _, err := fit(t, in, sweep)
		if n := len(got); err != nil || n < 40 || n > 201 || got[0].Counts.MAP != 1 {
			t.Errorf("%+v: %d checkpoints of 200 visits, %v", dense, n, err)
		}
	}
	in.Schedule = sp.Schedule{}
	if got, _, _ := fit(t, in, sweep); len(got) != 1 {
		t.Errorf("%d checkpoints without a schedule, want the last one", len(got))
	}
}

func TestCountsByKind(t *testing.T) {
	in := input(t)
	in.Partial = []sp.Instance{graph("tree", 4, []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}})}
	got, done, err := fit(t, in, func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		w := make([]float64, t.Map.Dim())
		var p sp.Potentials
		for _, x := range []*sp.Instance{&t.Train[3], &t.Partial[0], &t.Train[5]} {
			s, err := t.Solver(x)
			if err != nil {
				return err
			}
			t.Map.Potentials(&p, w, x)
			_, errMAP := s.MAP(make([]int32, x.N()), &p)
			_, errSum := s.Marginals(&sp.Marginals{}, &p)
			if err := errors.Join(errMAP, errSum); err != nil {
				return err
			}
			c, ok := s.(sp.Clamper)
			if !ok {
				return fmt.Errorf("the solver of %s has lost Clamped", x.ID)
			}
			for k := range int32(2) {
				if _, err := c.Clamped(nil, 0, k); err != nil {
					return err
				}
			}
			if err := emit(sp.Checkpoint{Weights: w}); err != nil {
				return err
			}
		}
		return nil
	})
	if want := (sp.Counts{Visits: 3, MAP: 3, Marginals: 3, Clamped: 6}); err != nil || done.Counts != want || done.End == sp.EndedByBudget {
		t.Errorf("%+v, %v; want %+v", done, err, want)
	}
	for i, c := range got {
		if n := int64(i + 1); c.Counts != (sp.Counts{Visits: n, MAP: n, Marginals: n, Clamped: 2 * n}) {
			t.Errorf("checkpoint %d: %+v", i, c.Counts)
		}
	}
}

// Forget reaches the solver of a graph that keeps its flow, and is no call.
func TestForgetIsNoCall(t *testing.T) {
	var edges []sp.Edge
	for v := range int32(30) {
		for u := range v {
			edges = append(edges, sp.Edge{U: u, V: v})
		}
	}
	in := input(t)
	in.Train = append(in.Train, graph("dense", 30, edges))
	_, done, err := fit(t, in, func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		w := make([]float64, t.Map.Dim())
		var p sp.Potentials
		for i := range t.Train {
			x := &t.Train[i]
			s, err := t.Solver(x)
			if err != nil {
				return err
			}
			t.Map.Potentials(&p, w, x)
			if _, err := s.MAP(make([]int32, x.N()), &p); err != nil {
				return err
			}
			s.(sp.Forgetter).Forget()
			_, err = s.(sp.Clamper).Clamped(nil, 0, 1)
			if forgot := err != nil; forgot != (x.ID == "dense") {
				return fmt.Errorf("%s: forgot: %v", x.ID, forgot)
			}
		}
		return emit(sp.Checkpoint{Weights: w})
	})
	if n := int64(len(in.Train)); err != nil || done.Counts.MAP != n || done.Counts.Clamped != n-1 {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestClockStandsStillInEmit(t *testing.T) {
	const pause = 50 * time.Millisecond
	s := script(func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		for range 4 {
			time.Sleep(5 * time.Millisecond)
			if err := emit(sp.Checkpoint{Weights: []float64{1}}); err != nil {
				return err
			}
		}
		return nil
	})
	var last sp.Stamped
	done, err := learner.Fit(t.Context(), &s, input(t), func(c sp.Stamped) error {
		for start := time.Now(); time.Since(start) < pause; { // burns CPU too
		}
		if c.Seconds < last.Seconds+0.005 {
			t.Errorf("clock at %v s after %v s", c.Seconds, last.Seconds)
		}
		last = c
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if done.EmitSeconds < 4*pause.Seconds() || done.Seconds < 0.02 || done.Seconds > done.EmitSeconds || done.CPUSeconds > 2*pause.Seconds() {
		t.Errorf("%+v", done)
	}
}

func TestEmitChecksAndCopies(t *testing.T) {
	w := []float64{1, 2}
	got, _, err := fit(t, input(t), func(_ context.Context, _ *sp.Task, emit func(sp.Checkpoint) error) error {
		values := map[string]float64{"objective": 3}
		err := emit(sp.Checkpoint{Weights: w, Values: values})
		w[0], values["objective"] = 99, 99
		return err
	})
	if err != nil || got[0].Weights[0] != 1 || got[0].Values["objective"] != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	for text, second := range map[string][]float64{
		"without weights":         nil,
		"3 weights, but 2":        {1, 2, 3},
		"weight 1 of 2 is NaN":    {1, math.NaN()},
		"weight 0 of 2 is -Inf a": {math.Inf(-1), 0},
	} {
		// The learner does not look at the error of emit.
		_, _, err := fit(t, input(t), func(_ context.Context, _ *sp.Task, emit func(sp.Checkpoint) error) error {
			_ = emit(sp.Checkpoint{Weights: []float64{1, 2}})
			_ = emit(sp.Checkpoint{Weights: second})
			_ = emit(sp.Checkpoint{Weights: []float64{1, 2}})
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
		if finite := !strings.Contains(text, " is "); errors.Is(err, sp.ErrDiverged) == finite {
			t.Errorf("divergence: %v", err)
		}
	}
}

func TestValuesThatAreNoNumbersAreWarned(t *testing.T) {
	in := input(t)
	var warnings []string
	in.Warn = func(text string) { warnings = append(warnings, text) }
	got, _, err := fit(t, in, func(_ context.Context, _ *sp.Task, emit func(sp.Checkpoint) error) error {
		return emit(sp.Checkpoint{Weights: []float64{1}, Values: map[string]float64{"bound": math.NaN(), "step": 1}})
	})
	if err != nil || len(got[0].Values) != 1 || len(warnings) != 1 || !strings.Contains(warnings[0], `"bound" is NaN`) {
		t.Errorf("%+v, %q, %v", got, warnings, err)
	}
}

// Grids that are too wide for elimination, with three labels, have an approximate
// oracle: one warning counts the instances that asked for it, each once, whether
// the learner asks for the instance or for a copy of its own.
func TestApproximateOraclesAreWarned(t *testing.T) {
	in := input(t)
	var err error
	if in.Map, err = feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: 3, Node: 1}); err != nil {
		t.Fatal(err)
	}
	in.Train = nil
	const side = 14
	for i := range 4 {
		var edges []sp.Edge
		for d := range int32(side * side) {
			if d%side > 0 {
				edges = append(edges, sp.Edge{U: d - 1, V: d})
			}
			if d >= side {
				edges = append(edges, sp.Edge{U: d - side, V: d})
			}
		}
		x := graph(fmt.Sprint(i), side*side, edges)
		x.K = 3
		in.Train = append(in.Train, x)
	}
	in.Train[3].Edges = sp.ChainEdges(side * side) // exact
	var warnings []string
	in.Warn = func(text string) { warnings = append(warnings, text) }
	asked := []int{0, 1, 3, 1, 0, 3}
	_, _, err = fit(t, in, func(_ context.Context, task *sp.Task, emit func(sp.Checkpoint) error) error {
		for _, i := range asked {
			if _, err := task.Solver(&task.Train[i]); err != nil {
				return err
			}
			imputed := task.Train[i]
			if _, err := task.Solver(&imputed); err != nil {
				return err
			}
		}
		return emit(sp.Checkpoint{Weights: []float64{1}})
	})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "alpha-expansion for 2 of 4 training instances") {
		t.Errorf("warnings %q, error %v", warnings, err)
	}
}

func TestHowAFitEnds(t *testing.T) {
	emitThen := func(err error) script {
		return func(_ context.Context, _ *sp.Task, emit func(sp.Checkpoint) error) error {
			return errors.Join(emit(sp.Checkpoint{Weights: []float64{1}}), err)
		}
	}
	unsupported := fmt.Errorf("needs a grid: %w", errors.ErrUnsupported)
	early := func(err error) script {
		return func(context.Context, *sp.Task, func(sp.Checkpoint) error) error { return err }
	}
	for name, test := range map[string]struct {
		s    script
		want string
		kind error
	}{
		"done":              {emitThen(nil), "", nil},
		"budget":            {emitThen(sp.ErrBudget), "", nil},
		"failure":           {emitThen(errors.New("no luck")), "no luck", nil},
		"silence":           {early(nil), "without a checkpoint", nil},
		"budget at once":    {early(sp.ErrBudget), "without a checkpoint", nil},
		"unsupported":       {early(unsupported), "needs a grid", errors.ErrUnsupported},
		"unsupported later": {emitThen(unsupported), "after the first checkpoint", nil},
		"panic":             {func(context.Context, *sp.Task, func(sp.Checkpoint) error) error { panic("oops") }, "oops", sp.ErrPanic},
	} {
		_, _, err := fit(t, input(t), test.s)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
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
		if err := emit(sp.Checkpoint{Weights: []float64{1}}); !errors.Is(err, cause) {
			t.Errorf("emit: %v", err)
		}
		return nil // as if nothing had happened
	})
	if _, err := learner.Fit(ctx, &s, input(t), func(sp.Stamped) error { t.Error("emitted"); return nil }); !errors.Is(err, cause) {
		t.Errorf("Fit: %v", err)
	}
}

func TestBadInput(t *testing.T) {
	for text, bend := range map[string]func(in *learner.Input){
		"no training instances": func(in *learner.Input) { in.Train = nil },
		"feature map":           func(in *learner.Input) { in.Map = nil },
		"is negative":           func(in *learner.Input) { in.Budget.Calls = -1 },
		"factor 1":              func(in *learner.Input) { in.Schedule = sp.Schedule{First: 1, Factor: 1} },
	} {
		in := input(t)
		bend(&in)
		if _, _, err := fit(t, in, sweep); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
}

// BenchmarkMeter is the cost of a metered call beside that of its solver.
func BenchmarkMeter(b *testing.B) {
	s := script(func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		x := &t.Train[0]
		p := new(sp.Potentials).Resize(x, 0, 4)
		clear(p.Node)
		y := make([]int32, x.N())
		b.ReportAllocs()
		for b.Loop() {
			solver, err := t.Solver(x)
			if err != nil {
				return err
			}
			if _, err := solver.MAP(y, p); err != nil {
				return err
			}
		}
		return emit(sp.Checkpoint{Weights: []float64{1}})
	})
	if _, err := learner.Fit(b.Context(), &s, input(b), func(sp.Stamped) error { return nil }); err != nil {
		b.Fatal(err)
	}
}

// The dual variables are those of the last checkpoint, asked for once, when the fit
// is over and its clock stands still; a panic in them is the learner's.
func TestDualOfTheLastCheckpoint(t *testing.T) {
	asked := []string{}
	over := false
	point := func(name string, then func()) sp.Checkpoint {
		return sp.Checkpoint{Weights: []float64{1}, Objective: &sp.Objective{Kind: name, Lambda: 2}, Dual: func() [][]sp.Atom {
			if !over {
				t.Error("asked for before the end")
			}
			asked = append(asked, name)
			then()
			return [][]sp.Atom{{{Weight: 1}}}
		}}
	}
	run := func(then func(), end error) ([]sp.Stamped, sp.Done, error) {
		asked, over = nil, false
		return fit(t, input(t), func(_ context.Context, _ *sp.Task, emit func(sp.Checkpoint) error) error {
			err := errors.Join(emit(point("first", then)), emit(point("last", then)), end)
			over = true
			return err
		})
	}
	got, done, err := run(func() { time.Sleep(300 * time.Millisecond) }, nil)
	if err != nil || len(done.Dual) != 1 || len(asked) != 1 || asked[0] != "last" || done.Seconds > 0.2 {
		t.Errorf("%+v, asked %q, %v", done, asked, err)
	}
	if o := got[1].Objective; o == nil || *o != (sp.Objective{Kind: "last", Lambda: 2}) || got[1].Dual != nil {
		t.Errorf("handed over: %+v", got[1])
	}
	if _, _, err = run(func() { panic("planted") }, nil); !errors.As(err, new(*learner.PanicError)) {
		t.Errorf("a panic: %v", err)
	}
	if _, _, err = run(func() {}, errors.New("boom")); err == nil || len(asked) > 0 {
		t.Errorf("after a failure: asked %q, %v", asked, err)
	}
}

// TestApproximateShows: a solver of the task says that it is approximate, or that it can
// clamp, exactly when the oracle behind it does.
func TestApproximateShows(t *testing.T) {
	in := input(t)
	grid := func(id string, side, k int) sp.Instance {
		x := graph(id, side*side, nil)
		x.K = k
		for v := range int32(side * side) {
			if int(v)%side+1 < side {
				x.Edges = append(x.Edges, sp.Edge{U: v, V: v + 1})
			}
			if int(v)+side < side*side {
				x.Edges = append(x.Edges, sp.Edge{U: v, V: v + int32(side)})
			}
		}
		return x
	}
	m, err := feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: 3, Node: 1})
	if err != nil {
		t.Fatal(err)
	}
	in.Map, in.Train = m, []sp.Instance{grid("narrow", 4, 3), grid("wide", 20, 3)}
	_, _, err = fit(t, in, func(_ context.Context, task *sp.Task, emit func(sp.Checkpoint) error) error {
		for i, wide := range []bool{false, true} {
			s, err := task.Solver(&task.Train[i])
			if err != nil {
				return err
			}
			_, approximate := s.(sp.Approximator)
			_, clamps := s.(sp.Clamper)
			if approximate != wide || clamps == wide {
				t.Errorf("%s: approximate %v, clamps %v", task.Train[i].ID, approximate, clamps)
			}
		}
		return emit(sp.Checkpoint{Weights: make([]float64, m.Dim())})
	})
	if err != nil {
		t.Fatal(err)
	}
}

package learner_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

func TestEmitChecksAndCopies(t *testing.T) {
	w := []float64{1, 2}
	got, _, err := fit(t, input(t), func(_ context.Context, _ *sp.Task,
		emit func(sp.Checkpoint) error) error {
		values, o := map[string]float64{"objective": 3}, &sp.Objective{Lambda: 2}
		err := emit(sp.Checkpoint{Weights: w, Values: values, Objective: o})
		w[0], values["objective"], o.Lambda = 99, 99, 99
		return err
	})
	if err != nil || got[0].Weights[0] != 1 || got[0].Values["objective"] != 3 ||
		got[0].Objective.Lambda != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	for text, second := range map[string][]float64{
		"without weights":         nil,
		"3 weights, but 2":        {1, 2, 3},
		"weight 1 of 2 is NaN":    {1, math.NaN()},
		"weight 0 of 2 is -Inf a": {math.Inf(-1), 0},
	} {
		// The learner ignores the error of emit.
		_, _, err := fit(t, input(t), func(_ context.Context, _ *sp.Task,
			emit func(sp.Checkpoint) error) error {
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
	got, _, err := fit(t, in, func(_ context.Context, _ *sp.Task,
		emit func(sp.Checkpoint) error) error {
		return emit(sp.Checkpoint{Weights: []float64{1},
			Values: map[string]float64{"bound": math.NaN(), "step": 1}})
	})
	if err != nil || len(got[0].Values) != 1 || len(warnings) != 1 ||
		!strings.Contains(warnings[0], `"bound" is NaN`) {
		t.Errorf("%+v, %q, %v", got, warnings, err)
	}
}

// potts replaces the feature map by one for three labels.
func potts(t *testing.T, in *learner.Input) {
	t.Helper()
	m, err := feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: 3, Node: 1})
	if err != nil {
		t.Fatal(err)
	}
	in.Map = m
}

// TestApproximateOracles: grids that are too wide for elimination, with three labels, have an
// approximate oracle. Their solver says so, and cannot clamp. One warning counts the instances that
// asked for it, each once, whether the learner asks for the instance or for a copy of its own.
func TestApproximateOracles(t *testing.T) {
	in := input(t)
	potts(t, &in)
	const side = 14
	in.Train = []sp.Instance{grid("a", side, 3), grid("b", side, 3), grid("never", side, 3),
		grid("narrow", 4, 3)}
	var warnings []string
	in.Warn = func(text string) { warnings = append(warnings, text) }
	_, _, err := fit(t, in, after(func(task *sp.Task) error {
		for _, i := range []int{0, 1, 3, 1, 0, 3} {
			imputed := task.Train[i]
			for _, x := range []*sp.Instance{&task.Train[i], &imputed} {
				s, err := task.Solver(x)
				if err != nil {
					return err
				}
				_, approximate := s.(sp.Approximator)
				_, clamps := s.(sp.Clamper)
				if wide := x.ID != "narrow"; approximate != wide || clamps == wide {
					t.Errorf("%s: approximate %v, clamps %v", x.ID, approximate, clamps)
				}
			}
		}
		return nil
	}))
	if err != nil || len(warnings) != 1 ||
		!strings.Contains(warnings[0], "alpha-expansion for 2 of 4 training instances") {
		t.Errorf("warnings %q, error %v", warnings, err)
	}
}

// The warning of an inexact oracle names the calls that it approximated.
func TestApproximatedCallsAreNamed(t *testing.T) {
	in, said := input(t), ""
	in.Oracle = sp.Spec{Name: "lbp"}
	in.Warn = func(text string) { said += text }
	for want, asks := range map[string][2]bool{"MAP by": {true, false}, "marginals by": {false, true},
		"MAP and marginals by": {true, true}} {
		said = ""
		_, _, err := fit(t, in, after(func(t *sp.Task) error {
			s, p, err := asked(t, &t.Train[1])
			if err == nil && asks[0] {
				_, err = s.MAP(make([]int32, 2), p)
			}
			if err == nil && asks[1] {
				_, err = s.Marginals(nil, p)
			}
			return err
		}))
		if err != nil || !strings.Contains(said, "oracle: "+want) {
			t.Errorf("want %q: %q, %v", want, said, err)
		}
	}
}

// The dual variables are those of the last checkpoint, requested once, after the fit. A panic in
// them is the learner's.
func TestDualOfTheLastCheckpoint(t *testing.T) {
	asked := []string{}
	over := false
	point := func(name string, then func()) sp.Checkpoint {
		return sp.Checkpoint{Weights: []float64{1}, Objective: &sp.Objective{Kind: name, Lambda: 2},
			Dual: func() [][]sp.Atom {
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
		return fit(t, input(t), func(_ context.Context, _ *sp.Task,
			emit func(sp.Checkpoint) error) error {
			err := errors.Join(emit(point("first", then)), emit(point("last", then)), end)
			over = true
			return err
		})
	}
	got, done, err := run(func() {}, nil)
	if err != nil || len(done.Dual) != 1 || len(asked) != 1 || asked[0] != "last" {
		t.Errorf("%+v, asked %q, %v", done, asked, err)
	}
	if o := got[1].Objective; o == nil || *o != (sp.Objective{Kind: "last", Lambda: 2}) ||
		got[1].Dual != nil {
		t.Errorf("handed over: %+v", got[1])
	}
	if _, _, err = run(func() { panic("planted") }, nil); !errors.As(err,
		new(*learner.PanicError)) {
		t.Errorf("a panic: %v", err)
	}
	if _, _, err = run(func() {}, errors.New("boom")); err == nil || len(asked) > 0 {
		t.Errorf("after a failure: asked %q, %v", asked, err)
	}
}

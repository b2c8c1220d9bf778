package learner_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// TestSteps checks that the last checkpoint is that of the last step for every end of a fit, and
// that no state is emitted twice. The state is the number of steps.
func TestSteps(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name   string
		limit  int
		budget float64 // steps
		due    int     // steps between due checkpoints; 0: never
		step   error   // of the fourth step
		want   []float64
		err    error
	}{
		{"limit", 3, 9, 0, nil, []float64{3}, sp.ErrLimit},
		{"no step", 0, 9, 0, nil, []float64{0}, sp.ErrLimit},
		{"budget", 9, 5, 0, nil, []float64{5}, sp.ErrBudget},
		{"budget below one step", 9, 0, 0, nil, []float64{0}, sp.ErrBudget},
		{"converged", 9, 9, 0, learner.ErrConverged, []float64{3}, nil},
		{"converged, in words", 9, 9, 0, fmt.Errorf("flat: %w", learner.ErrConverged),
			[]float64{3}, nil},
		{"own limit", 9, 9, 0, fmt.Errorf("enough: %w", sp.ErrLimit), []float64{3}, sp.ErrLimit},
		{"due", 5, 9, 2, nil, []float64{2, 4, 5}, sp.ErrLimit},
		{"due at the end", 4, 9, 2, nil, []float64{2, 4}, sp.ErrLimit},
		{"due at the budget", 9, 4, 2, nil, []float64{2, 4}, sp.ErrBudget},
		{"error", 9, 9, 2, broken, []float64{2}, broken},
		{"unsupported", 9, 9, 0, errors.ErrUnsupported, nil, errors.ErrUnsupported},
	} {
		made := 0.0
		var got []float64
		task := &sp.Task{Steps: sp.Steps{Due: func() bool {
			return test.due > 0 &&
				math.Mod(made, float64(test.due)) == 0
		}}}
		err := learner.Steps(task, func(c sp.Checkpoint) error {
			got = append(got,
				c.Weights...)
			return nil
		}, test.limit,
			func() error {
				switch {
				case made >= test.budget:
					return sp.ErrBudget
				case made == 3 && test.step != nil:
					return test.step
				}
				made++
				return nil
			},
			func() sp.Checkpoint { return sp.Checkpoint{Weights: []float64{made}} })
		if !slices.Equal(got, test.want) || !errors.Is(err, test.err) {
			t.Errorf("%s: checkpoints %v, error %v; want %v, %v", test.name, got, err, test.want,
				test.err)
		}
	}
}

// TestStepsPassErrorsOn checks that an error of emit ends the fit at once, at a due checkpoint or
// the last one.
func TestStepsPassErrorsOn(t *testing.T) {
	refused := errors.New("refused")
	for _, due := range []bool{true, false} {
		steps, emits := 0, 0
		err := learner.Steps(&sp.Task{Steps: sp.Steps{Due: func() bool { return due }}},
			func(sp.Checkpoint) error { emits++; return refused }, 3,
			func() error { steps++; return nil }, func() sp.Checkpoint { return sp.Checkpoint{} })
		if want := map[bool]int{true: 1, false: 3}[due]; !errors.Is(err, refused) ||
			steps != want || emits != 1 {
			t.Errorf("due %v: %v after %d steps and %d checkpoints", due, err, steps, emits)
		}
	}
}

// TestHold checks that the end of a stage is emitted until the next stage has made a step.
func TestHold(t *testing.T) {
	for _, test := range []struct {
		steps int // of the second stage
		want  float64
	}{{0, 1}, {1, 3}} {
		state := 0.0
		var got []float64
		err := learner.Record(&sp.Task{Steps: sp.Steps{Due: func() bool { return false }}},
			func(c sp.Checkpoint) error { got = append(got, c.Weights...); return nil },
			func() sp.Checkpoint { return sp.Checkpoint{Weights: []float64{state}} },
			func(r *learner.Recorder) error {
				next := func() error { state++; return nil }
				if err := r.Steps(1, next); !errors.Is(err, sp.ErrLimit) {
					return err
				}
				if w := r.Hold().Weights; w[0] != 1 {
					t.Errorf("held %v", w)
				}
				state = 2 // the second stage starts
				return errors.Join(sp.ErrBudget, r.Steps(test.steps, next))
			})
		if !slices.Equal(got, []float64{test.want}) || !errors.Is(err, sp.ErrBudget) {
			t.Errorf("%d steps in the second stage: checkpoints %v, error %v; want %v", test.steps,
				got, err, test.want)
		}
	}
}

func TestLimit(t *testing.T) {
	for _, test := range []struct {
		passes int
		budget bool
		want   int
	}{{3, true, 30}, {3, false, 30}, {0, false, 10 * learner.DefaultPasses},
		{0, true, math.MaxInt}} {
		if got := learner.Limit(test.passes, 10, test.budget); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}

package learner_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// stages is a fit of two stages of random steps, of which the second begins with what the first has
// found.
func stages(t *sp.Task, emit func(sp.Checkpoint) error) error {
	random, w, found := rand.NewPCG(t.Seed, 0), make([]float64, t.Map.Dim()), []float64(nil)
	y, p := make([]int32, 1600), sp.Potentials{}
	step := func() error {
		x := &t.Train[random.Uint64()%uint64(len(t.Train))]
		s, err := t.Solver(x)
		if err != nil {
			return err
		}
		t.Map.Potentials(&p, w, x)
		if _, err := s.MAP(y[:x.N()], &p); err != nil {
			return err
		}
		w[random.Uint64()%uint64(len(w))] += float64(random.Uint64() >> 60)
		return nil
	}
	return learner.Record(t, emit, func() sp.Checkpoint { return sp.Checkpoint{Weights: w} },
		func(r *learner.Recorder) error {
			if err := r.Resume(random, &w, &found); err != nil {
				return err
			}
			if found == nil {
				if err := r.Steps(17, step); !errors.Is(err, sp.ErrLimit) {
					return err
				}
				found = append(found, w[0])
				w[0] /= 2
			}
			return r.Steps(100, func() error {
				w[0] += found[0]
				return step()
			})
		})
}

// TestResume checks that a fit resumed at each of its states has the same end and the same
// checkpoints, with the budget and the schedule of an uninterrupted fit. Seconds continue from the
// state.
func TestResume(t *testing.T) {
	in := input(t)
	potts(t, &in)
	in.Budget, in.Schedule = sp.Budget{Passes: 4.5}, sp.Schedule{First: 0.5, Factor: 1.3}
	in.Train[3] = grid("wide", 40, 3) // has no exact oracle: a warning at the end says so
	for i := range in.Train {
		in.Train[i].K = 3
	}
	var warnings []string
	in.Warn = func(text string) { warnings = append(warnings, text) }
	run := func(in learner.Input) ([]sp.Stamped, sp.Done, error) {
		warnings = nil
		return fit(t, in, func(_ context.Context, t *sp.Task,
			emit func(sp.Checkpoint) error) error {
			return stages(t, emit)
		})
	}
	want, wantDone, err := run(in)
	if err != nil {
		t.Fatal(err)
	}
	said := warnings
	if len(want) < 5 || wantDone.End != sp.EndedByBudget || wantDone.Counts.Visits != 45 ||
		len(said) != 1 {
		t.Fatalf("%d checkpoints, %+v, warnings %q: this test shows little", len(want), wantDone,
			said)
	}
	var states []sp.Saved
	in.Save = func(s sp.Saved) error { states = append(states, s); return nil }
	if got, done, err := run(in); err != nil || !alike(got, want) ||
		done.Counts != wantDone.Counts {
		t.Errorf("a fit that is saved is another one: %v", err)
	}
	if len(states) != 45 {
		t.Fatalf("%d states of 45 steps", len(states))
	}
	in.Save = nil
	for i := range states {
		s := &states[i]
		in.Resume = s
		got, done, err := run(in)
		var rest []sp.Stamped // the remaining checkpoints
		for _, c := range want {
			if c.Counts.Visits >= s.Counts.Visits {
				rest = append(rest, c)
			}
		}
		if err != nil || !alike(got, rest) || done.Counts != wantDone.Counts ||
			done.End != wantDone.End || !reflect.DeepEqual(warnings, said) {
			t.Errorf("from state %d: %v, %d checkpoints, want %d; %+v; %q", i, err, len(got),
				len(rest), done, warnings)
		}
	}
}

// alike reports whether two fits have the same checkpoints except for their clocks.
func alike(a, b []sp.Stamped) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Counts != b[i].Counts || !reflect.DeepEqual(a[i].Weights, b[i].Weights) {
			return false
		}
	}
	return true
}

// TestResumeFromOthers checks that a state of another fit, or one that is not read in full, is
// sp.ErrState.
func TestResumeFromOthers(t *testing.T) {
	in := input(t)
	var state sp.Saved
	in.Save = func(s sp.Saved) error { state = s; return nil }
	count := func(parts func(n *int) []any) script {
		return func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
			n := 0
			return learner.Steps(t, emit, 3, func() error { n++; return t.Visit() },
				func() sp.Checkpoint {
					return sp.Checkpoint{Weights: make([]float64,
						t.Map.Dim())}
				}, parts(&n)...)
		}
	}
	if _, _, err := fit(t, in, count(func(n *int) []any { return []any{n} })); err != nil ||
		state.State == nil {
		t.Fatal(err, state)
	}
	in.Save, in.Resume = nil, &state
	var list []float64
	for name, parts := range map[string]func(n *int) []any{
		"nothing": func(*int) []any { return nil },
		"more":    func(n *int) []any { return []any{n, n, &list} },
		"another": func(n *int) []any { return []any{new(bool)} },
	} {
		if _, _, err := fit(t, in, count(parts)); !errors.Is(err, sp.ErrState) {
			t.Errorf("%s is restored: %v", name, err)
		}
	}
	// without a loop of Steps
	moves := func(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
		return learner.Record(t, emit,
			func() sp.Checkpoint { return sp.Checkpoint{Weights: make([]float64, t.Map.Dim())} },
			func(r *learner.Recorder) error { return r.Moved() })
	}
	if _, _, err := fit(t, in, moves); !errors.Is(err, sp.ErrState) {
		t.Errorf("a state that nobody takes up: %v", err)
	}
	for n := range state.State {
		in.Resume = &sp.Saved{State: state.State[:n]}
		if _, _, err := fit(t, in, count(func(n *int) []any { return []any{n} })); !errors.Is(err,
			sp.ErrState) {
			t.Errorf("%d bytes of %d are a state: %v", n, len(state.State), err)
		}
	}
}

// TestUnmeteredIsRemembered: a call beside the meter is warned of after two interruptions, too.
func TestUnmeteredIsRemembered(t *testing.T) {
	in, state, warned := input(t), sp.Saved{}, false
	in.Alone, in.Save = true, func(s sp.Saved) error { state = s; return nil }
	in.Warn = func(text string) { warned = warned || strings.Contains(text, sp.Unmetered) }
	for run := range 3 {
		warned = false
		_, _, err := fit(t, in, after(func(t *sp.Task) error {
			n := 0
			return learner.Steps(t, func(sp.Checkpoint) error { return nil }, run+1, func() (err error) {
				if n++; run == 0 {
					p := sp.Potentials{K: 2, Node: make([]float64, 2)}
					_, err = oracle.NewTree().MAP(make([]int32, 1), &p)
				}
				return err
			}, func() (none sp.Checkpoint) { return none }, &n)
		}))
		last := state
		if in.Resume = &last; err != nil || !warned {
			t.Errorf("run %d: warned %v, %v", run, warned, err)
		}
	}
}

// TestStateOfNothing: a fit without parts could not resume, and sends no state.
func TestStateOfNothing(t *testing.T) {
	in := input(t)
	in.Save = func(s sp.Saved) error { t.Errorf("a state of %d bytes", len(s.State)); return nil }
	_, _, err := fit(t, in, after(func(t *sp.Task) error {
		return learner.Steps(t, func(sp.Checkpoint) error { return nil }, 3, t.Visit,
			func() (none sp.Checkpoint) { return none })
	}))
	if err != nil {
		t.Error(err)
	}
}

// A vast is a part with a state too large to be saved.
type vast struct{}

func (vast) MarshalBinary() ([]byte, error) { return make([]byte, sp.MaxState), nil }
func (vast) UnmarshalBinary([]byte) error   { return nil }

// TestVastState: too large a state is not sent, and said once.
func TestVastState(t *testing.T) {
	longtest.Skip(t) // copies gigabytes
	in, said := input(t), 0
	in.Save = func(s sp.Saved) error { t.Errorf("a state of %d bytes", len(s.State)); return nil }
	in.Warn = func(text string) {
		if strings.Contains(text, "its state takes 1024 MB") {
			said++
		}
	}
	_, _, err := fit(t, in, after(func(t *sp.Task) error {
		return learner.Steps(t, func(sp.Checkpoint) error { return nil }, 2, t.Visit,
			func() (none sp.Checkpoint) { return none }, &vast{})
	}))
	if err != nil || said != 1 {
		t.Errorf("said %d times: %v", said, err)
	}
}

// TestSavesAboutEvery: steps shorter than the time between two states are not all saved, and one is
// once that time has passed.
func TestSavesAboutEvery(t *testing.T) {
	saved := errors.New("a state is saved")
	for every, want := range map[time.Duration]error{time.Millisecond: saved, time.Hour: nil} {
		in, states := input(t), 0
		in.Save, in.SaveEvery = func(sp.Saved) error { states++; return nil }, every
		_, _, err := fit(t, in, after(func(t *sp.Task) error {
			n := 0
			return learner.Steps(t, func(sp.Checkpoint) error { return nil }, 1<<40, func() error {
				switch n++; {
				case states > 0:
					return saved
				case every == time.Hour && n == 100:
					return learner.ErrConverged
				}
				return nil
			}, func() (none sp.Checkpoint) { return none }, &n)
		}))
		if !errors.Is(err, want) {
			t.Errorf("every %v: %d states: %v, want %v", every, states, err, want)
		}
	}
}

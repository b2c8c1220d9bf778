package run_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// A stage runs a suite again and again in one run folder.
type stage struct {
	plan  *plan.Plan
	store *record.Store
	said  string // in notes

	workers int
}

func newStage(t *testing.T, text string) *stage {
	t.Helper()
	planned := newPlan(t, t.TempDir(), text, plan.Options{})
	return &stage{plan: planned, store: newStore(t, planned)}
}

// run runs the plan until n steps of a fit are reported; 0: to its end. It reports whether it
// ended.
func (s *stage) run(t *testing.T, tell int) (ended bool) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	_, err := run.Run(ctx, s.plan, s.store, run.Options{
		Workers: s.workers, SaveEvery: time.Nanosecond,
		Observe: func(e run.Event) {
			switch {
			case e.Kind == run.Note:
				s.said += e.Text + "\n"
			case e.Kind == run.Progress:
				if tell--; tell == 0 {
					interrupt()
				}
			}
		},
	})
	if ctx.Err() == nil && err != nil {
		t.Fatal(err)
	}
	return ctx.Err() == nil
}

// interrupted returns a stage with a run interrupted after n steps.
func interrupted(t *testing.T, text string, steps int) *stage {
	t.Helper()
	s := newStage(t, text)
	if s.run(t, steps) {
		t.Fatal("it was not interrupted")
	}
	return s
}

// longSuiteOf returns longSuite with another learner for long, and without tuning.
func longSuiteOf(learner string) string {
	return strings.NewReplacer("long}: {as: tuned, shift: [1, 2, 3], also: 0}", "plain}: {as: plain}", "${long}", "${"+learner+"}").
		Replace(longSuite)
}

const longSuite = `
suite: saved
datasets: [chains: {words: 40, split: {train: 20, test: 20}}]
learners:
  - ${long}: {as: long, shift: 2}
  - ${long}: {as: tuned, shift: [1, 2, 3], also: 0}
tune: {fraction: 0.5}
curve: {first: 0.2, factor: 1.5}
seeds: 1
`

// TestInterruptedFits: fits and trials that are interrupted many times have the results of
// uninterrupted ones. Every run makes progress, though none is long enough for a fit.
func TestInterruptedFits(t *testing.T) {
	whole, cut := newStage(t, longSuite), newStage(t, longSuite)
	whole.run(t, 0)
	runs := 1
	otherBuild := strings.Repeat("a", 64)
	check(t, resume.PutState(cut.store.Dir(), otherBuild, nil))
	for ; !cut.run(t, 25+runs); runs++ {
		if runs > 100 {
			t.Fatal("it does not get on")
		}
		if must(resume.State(cut.store.Dir(), otherBuild))(t) != nil {
			t.Fatalf("after run %d the state of another build is there", runs)
		}
	}
	want, got := stored(t, whole.store), stored(t, cut.store)
	if runs < 6 || len(want) != 2 || len(got) != 2 {
		t.Fatalf("%d runs, %d and %d fits", runs, len(want), len(got))
	}
	const asleep = 40 * 0.005 // seconds of a fit, at least
	for i := range want {
		f, g := &want[i], &got[i]
		if record.Differences(*f, *g) != nil {
			t.Errorf("%s differs: %q", f.Label, record.Differences(*f, *g))
		}
		if f.Times.Resumed != 0 || g.Times.Resumed == 0 {
			t.Errorf(
				"%s was resumed %d and %d times", f.Label, f.Times.Resumed, g.Times.Resumed,
			)
		}
		if a, b := f.Times.Fit.Wall, g.Times.Fit.Wall; b < asleep || g.Times.Host < b ||
			g.Times.Process.CPU < g.Times.Fit.CPU {
			t.Errorf(
				"%s: %v s in one piece; in many %v s, %v s for the harness, CPU %v of %v s", f.Label, a, b,
				g.Times.Host, g.Times.Fit.CPU, g.Times.Process.CPU,
			)
		}
		if a, b := f.Times.Tune, g.Times.Tune; a > 0 && b < 3*asleep {
			t.Errorf("%s: %v s of tuning in one piece, %v s in many", f.Label, a, b)
		}
	}
	// This run was killed after the record of a fit, before it deleted the state.
	check(t, resume.PutState(cut.store.Dir(), got[0].Key, []byte("of the end")))
	cut.run(t, 0)
	for _, key := range []string{got[0].Key, got[1].Key} {
		if state := must(resume.State(cut.store.Dir(), key))(t); state != nil {
			t.Errorf("a state of %d bytes is left", len(state))
		}
	}
}

// TestCrashedFits: if only the learner dies, the outcome is a crash, and a retry resumes.
func TestCrashedFits(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	s := newStage(t, strings.ReplaceAll(longSuite, "as: long, shift: 2", "as: long, also: 9"))
	s.run(t, 0)
	crashed := func() *record.Fit {
		fits := stored(t, s.store)
		return &fits[slices.IndexFunc(fits, func(f record.Fit) bool { return f.Label == "long" })]
	}
	if f := crashed(); f.Outcome.Kind != record.Crash {
		t.Fatalf("%+v", f.Outcome)
	}
	must(run.Run(t.Context(), s.plan, s.store, run.Options{Retry: true}))(t)
	if f := crashed(); f.Outcome.Kind != record.OK || f.Times.Resumed != 1 ||
		f.Counts.Visits != 40 {
		t.Errorf(
			"%+v of %d visits, resumed %d times", f.Outcome, f.Counts.Visits, f.Times.Resumed,
		)
	}
}

// TestCrashingState: a learner gets a state that crashes it only once.
func TestCrashingState(t *testing.T) {
	t.Parallel()
	s := newStage(t, longSuiteOf("doomed"))
	s.run(t, 0)
	key := s.plan.Fits[0].Key
	if must(resume.State(s.store.Dir(), key))(t) == nil {
		t.Fatal("no state of a crash")
	}
	must(run.Run(t.Context(), s.plan, s.store, run.Options{Retry: true}))(t)
	if state := must(resume.State(s.store.Dir(), key))(t); state != nil {
		t.Errorf("the state that it died of is there, of %d bytes", len(state))
	}
}

// TestRetryOfTuning: a retry repeats crashed trials, and does not use their saved results.
func TestRetryOfTuning(t *testing.T) {
	t.Cleanup(func() { os.Remove(broken() + ".mended") })
	s := newStage(t, `
suite: retried
datasets: [chains: {words: 40, split: {train: 20, test: 20}}]
learners: [${once}: {as: once, shift: [1, 2]}]
tune: {fraction: 0.5}
`+unconfined)
	s.run(t, 0)
	if f := stored(t, s.store)[0]; f.Outcome.Kind != record.Crash {
		t.Fatalf("%+v", f.Outcome)
	}
	if must(resume.State(s.store.Dir(), s.plan.Fits[0].Key))(t) == nil {
		t.Fatal("no trials were saved: this test shows little")
	}
	check(t, os.WriteFile(broken()+".mended", nil, 0o600))
	must(run.Run(t.Context(), s.plan, s.store, run.Options{Retry: true}))(t)
	if f := stored(t, s.store)[0]; f.Outcome.Kind != record.OK {
		t.Errorf("a retry of failed tuning: %+v", f.Outcome)
	}
}

// TestStatesThatCannotBeUsed: a damaged state, one of another build, or one that the learner does
// not recognise, gives a warning.
func TestStatesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	var other bytes.Buffer // without a format
	check(t, gob.NewEncoder(&other).Encode(struct{ Resumed int }{3}))
	for _, c := range []struct{ learner, state, says string }{
		{"long", "no state", "starts again from the beginning"},
		{"long", other.String(), "another build of spbench saved it"},
		{"forgetful", "", "starts again from the beginning"},
	} {
		learner := c.learner
		s := interrupted(t, longSuiteOf(learner), 20)
		key := s.plan.Fits[0].Key
		if c.state != "" {
			check(t, resume.PutState(s.store.Dir(), key, []byte(c.state)))
		}
		s.run(t, 0)
		if !strings.Contains(s.said, c.says) {
			t.Errorf("%s: notes %q", learner, s.said)
		}
		for _, f := range stored(t, s.store) {
			if f.Outcome.Kind != record.OK || f.Times.Resumed != 0 {
				t.Errorf("%s: %+v, resumed %d times", f.Label, f.Outcome, f.Times.Resumed)
			}
		}
	}
}

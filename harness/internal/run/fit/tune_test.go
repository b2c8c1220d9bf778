package fit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	_ "github.com/spbench/spbench/harness/internal/run/runtest" // for the flag -update
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestInterruptedSearch: a search that is interrupted has no best trial, even if its last trial has
// just ended.
func TestInterruptedSearch(t *testing.T) {
	params := json.RawMessage(`{"lambda":1}`)
	s := &Session{Plan: &plan.Plan{Suite: &suite.Suite{Tune: new(suite.Tuning)}}}
	a := &attempt{Session: s, Fit: &plan.Fit{Configuration: &plan.Configuration{
		Learner: &suite.Learner{Candidates: []suite.Spec{{Args: params}}},
		Dataset: &plan.Dataset{Metrics: make([]metric.Metric, 1)}, Program: new(plan.Learner),
	}}}
	a.rec.Trials = []record.Trial{
		{Params: params, Outcome: record.Outcome{Kind: record.OK}},
	} // known, and so fast
	if best, err := (&tuner{attempt: a}).search(t.Context()); best != 1 || err != nil {
		t.Errorf("trial %d, %v, want the second one", best, err)
	}
	ctx, interrupt := context.WithCancelCause(t.Context())
	cause := errors.New("Ctrl-C")
	interrupt(cause)
	if best, err := (&tuner{attempt: a}).search(ctx); best != -1 || err != cause {
		t.Errorf("trial %d, %v, want none and the cause", best, err)
	}
}

// A number is better than NaN; of equal losses neither is better.
func TestBetter(t *testing.T) {
	nan := record.Number(math.NaN())
	for _, c := range []struct {
		a, b          record.Number
		lower, higher bool
	}{{1, 2, true, false}, {2, 1, false, true}, {1, 1, false, false}, {1, nan, true, true},
		{nan, 1, false, false}, {nan, nan, false, false}} {
		if better(&metric.Metric{}, c.a, c.b) != c.lower ||
			better(&metric.Metric{Higher: true}, c.a, c.b) != c.higher {
			t.Errorf("%+v", c)
		}
	}
}

func TestAtEdge(t *testing.T) {
	const grid = `{"kappa": [0.1, 1, 10], "lambda": [1, 2, 3], "passes": [5], "solver": ["a", "b"]}`
	for _, c := range []struct {
		chosen string
		loss   func(lambda, kappa float64) float64
		want   []string
	}{
		{`{"kappa": 1, "lambda": 2, "passes": 5, "solver": "a"}`, math.Hypot, nil},
		{`{"kappa": 0.1, "lambda": 2, "passes": 5, "solver": "a"}`, math.Hypot, []string{"kappa was chosen at the edge of the values tried"}},
		{`{"kappa": 10, "lambda": 3, "passes": 5, "solver": "b"}`, math.Hypot, []string{
			"kappa was chosen at the edge of the values tried", "lambda was chosen at the edge of the " +
				"values tried"}},
		{`{"kappa": 0.1, "lambda": 1, "passes": 5, "solver": "a"}`, func(lambda, _ float64) float64 { return lambda },
			[]string{"lambda was chosen at the edge of the values tried"}},
		{`{"kappa": 0.1, "lambda": 1, "passes": 5, "solver": "a"}`, func(float64, float64) float64 { return 0.5 }, nil},
	} {
		var trials []record.Trial
		for _, kappa := range []float64{0.1, 1, 10} {
			for _, lambda := range []float64{1, 2, 3} {
				for i, solver := range []string{"a", "b"} {
					trials = append(trials, record.Trial{
						Params: json.RawMessage(
							fmt.Sprintf(
								`{"kappa": %v, "lambda": %v, "passes": 5, "solver": %q}`, kappa, lambda, solver,
							),
						),
						Loss: record.Number(c.loss(lambda, kappa) + float64(i)),
					})
				}
			}
		}
		if got := EdgeWarnings(json.RawMessage(grid), json.RawMessage(c.chosen), trials); !slices.Equal(
			got, c.want,
		) {
			t.Errorf("%s: %q, want %q", c.chosen, got, c.want)
		}
	}
}

// TestCompare: the standard error of a candidate is that of its mean difference to the best one, over
// instances or, with groups, over the means of groups.
func TestCompare(t *testing.T) {
	losses := [][]float64{{0.1, 0.2, 0.4, 0.3}, {0.2, 0.5, 0.3, 0.9}, {0.1, 0.2, 0.4, 0.3}}
	differences := []float64{0.1, 0.3, -0.1, 0.6} // of the second to the first
	for name, c := range map[string]struct {
		units  [][]int // of each fold
		copies int     // of each instance, in one group
		want   float64
	}{
		"instances":  {[][]int{{4, 5}, {6, 7}}, 1, stats.Summarize(differences).Std / 2},
		"groups":     {[][]int{{4, 4, 5, 5}, {6, 6, 7, 7}}, 2, stats.Summarize(differences).Std / 2},
		"two groups": {[][]int{{4, 6}, {6, 4}}, 1, stats.Summarize([]float64{0.35, 0.1}).Std / math.Sqrt2},
	} {
		t.Run(name, func(t *testing.T) {
			a := &attempt{}
			for _, list := range losses {
				trial := record.Trial{Outcome: record.Outcome{Kind: record.OK}}
				trial.Statistics.Width = 2
				for _, loss := range list {
					for range c.copies {
						trial.Statistics.Counts = append(trial.Statistics.Counts, loss, 1)
					}
				}
				a.rec.Trials = append(a.rec.Trials, trial)
			}
			a.rec.Trials = append(a.rec.Trials, record.Trial{Outcome: record.Outcome{Kind: record.Crash}})
			tuner := &tuner{attempt: a, first: &metric.Metric{}}
			for _, units := range c.units {
				tuner.sets = append(tuner.sets, plan.Instances{Units: units})
			}
			tuner.compare(0)
			for i, want := range []float64{0, c.want, 0, 0} {
				if got := float64(a.rec.Trials[i].SE); math.Abs(got-want) > 1e-12 {
					t.Errorf("candidate %d: %v, want %v", i, got, want)
				}
			}
		})
	}
}

package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// tune sets the parameters to fit with. Where the suite tunes, every candidate is
// fitted, in a process of its own and under the suite's budget, to a part of the
// training set and scored by the suite's loss and the learner's first decoder on
// the rest, whose labels the learner does not see either. The part depends on the
// training set and its seed alone: it is the same for every learner. Instances
// with few or no labels are handed over in every trial. The trials' features are
// standardised without the rest.
func (x *execution) tune(ctx context.Context, p *parts) error {
	candidates := x.Learner.Candidates
	if len(candidates) <= 1 {
		if len(candidates) == 1 {
			x.rec.Params = candidates[0].Args
		}
		return nil
	}
	if len(p.train) < 2 {
		return fmt.Errorf("bench: tune: %d training instance cannot be divided", len(p.train))
	}
	x.tuning = time.Now()
	fit, rest := x.validation(len(p.train))
	x.rec.Validation = splitHash(data.Split{Train: fit, Test: rest})
	divided, err := p.validating(fit, rest).prepared(x.Dataset.Data)
	if err != nil {
		return err
	}
	best, err := x.search(ctx, &divided)
	x.rec.Times.Tune, x.tuning = x.tunedFor(), time.Time{}
	if err != nil {
		return err
	}
	x.rec.Params = x.rec.Trials[best].Params
	for _, text := range atEdge(x.Learner.Args, x.rec.Params, x.rec.Trials) {
		x.warnOnce(text) // a run before may have said it
	}
	return nil
}

// search makes the trials, those of the grid and then in rounds those that
// [extend] adds to it, and returns the index of the best one, the first of equals.
func (x *execution) search(ctx context.Context, p *parts) (best int, err error) {
	candidates := make([]json.RawMessage, len(x.Learner.Candidates))
	for i := range candidates {
		candidates[i] = x.Learner.Candidates[i].Args
	}
	params := x.Fit.learner.entry(x.Learner.Name).Params
	first := &x.Dataset.metrics[0]
	var failed error
	best = -1
	for round := 0; ; round++ {
		for _, args := range candidates {
			trial, err := x.trial(ctx, args, p, first)
			if ctx.Err() != nil { // also where the trial was through just before
				return -1, context.Cause(ctx)
			}
			if errors.Is(err, host.ErrUnsupported) || stops(err) {
				return -1, err
			}
			failed = errors.Join(failed, err)
			trial.Round = round
			x.rec.Trials = append(x.rec.Trials, trial)
			x.writeTrials()
			if trial.Outcome.Good() && (best < 0 || better(first, trial.Loss, x.rec.Trials[best].Loss)) {
				best = len(x.rec.Trials) - 1
			}
		}
		switch {
		case best < 0:
			return -1, fmt.Errorf("bench: tune: no candidate of %d ended well: %w", len(candidates), failed)
		case round == x.run.Suite.Tune.Extend:
			return best, nil
		}
		candidates = extend(x.Learner.Args, x.rec.Trials[best].Params, x.rec.Trials, params)
	}
}

// better reports whether loss a beats b; NaN beats nothing.
func better(m *metric.Metric, a, b record.Number) bool {
	if math.IsNaN(float64(b)) {
		return !math.IsNaN(float64(a))
	}
	if m.Higher {
		return a > b
	}
	return a < b
}

// validation divides the training set of n into what candidates are fitted to
// and what they are scored on, as indices into the training set, both ascending.
func (x *execution) validation(n int) (fit, rest []int) {
	held := min(max(int(math.Round(x.run.Suite.Tune.Fraction*float64(n))), 1), n-1)
	p := rand.New(rand.NewPCG(x.Seed.Tune, 0x74756e65)).Perm(n) // a stream of its own
	fit, rest = p[held:], p[:held]
	slices.Sort(fit)
	slices.Sort(rest)
	return fit, rest
}

// trial fits one candidate and scores it. The error is also in the trial. What was
// tried before is known and costs nothing.
func (x *execution) trial(ctx context.Context, params json.RawMessage, p *parts, m *metric.Metric) (record.Trial, error) {
	if t, made, err := x.replay(params); made {
		return t, err
	}
	for _, t := range x.rec.Trials {
		if bytes.Equal(t.Params, params) {
			t.Counts = sp.Counts{}
			return t, nil
		}
	}
	t := record.Trial{Params: params, Loss: record.Number(math.NaN())}
	err := x.process(ctx, p, func(r *reader) error {
		if err := x.pursue(ctx, r.learner, params, noCurve); err != nil {
			return err
		}
		last, done := x.last(), &x.fitted
		t.Counts = done.Counts
		x.rec.Times.TuneCPU += record.Number(last.CPUSeconds)
		t.Outcome.Kind = record.OK
		if done.End == sp.EndedByBudget {
			t.Outcome.Kind = record.Budget
		}
		preds, test, err := r.read(ctx, x.setting(params), last.Weights, &x.Learner.Decoders[0])
		if err != nil {
			return err
		}
		x.warnApproximate(test, "validation", last.Weights, x.Learner.Decoders[0].Name)
		_, v, err := x.statistics(ctx, p, m, test, preds)
		t.Loss = record.Number(v)
		return err
	})
	if err != nil {
		t.Outcome = outcome(err)
	}
	return t, err
}

// atEdge warns of chosen numbers that are the least or largest of all tried: a
// better one may lie beyond. A parameter that made no difference, as the weight of
// instances does where there are none, is not worth a warning.
func atEdge(grid, chosen json.RawMessage, trials []record.Trial) []string {
	var warnings []string
	for _, a := range axes(grid, chosen, trials) {
		if a.atEdge() && a.matter {
			warnings = append(warnings, a.name+" was chosen at the edge of the values tried")
		}
	}
	return warnings
}

// object returns the members of a JSON object; none of anything else.
func object(text json.RawMessage) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(text, &members)
	return members
}

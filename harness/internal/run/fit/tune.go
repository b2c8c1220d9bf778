package fit

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
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/sp"
)

// tuning is the search for parameters: its trials and its cost.
type tuning struct {
	started    time.Time // in this process; zero: it has ended, or has not begun
	seconds    record.Number
	cpuSeconds record.Number
	trials     []record.Trial
	validation string // hash of the split of the training set
}

func (t *tuning) active() bool { return !t.started.IsZero() }

// wall returns the seconds of tuning so far.
func (t *tuning) wall() record.Number {
	s := t.seconds
	if t.active() {
		s += record.Number(time.Since(t.started).Seconds())
	}
	return s
}

// tune returns the parameters to train with. p are the instances before they are prepared.
//
// If the suite tunes, every candidate is fitted to a part of the training set, in a process of its
// own and under the suite's budget. The suite's loss scores it on the rest, by the first decoder.
// The learner does not see labels of the rest. The parts depend on the training set and a seed
// alone, and so are the same for every learner. Every trial gets all partial instances. The features
// of a trial are standardised without the rest.
func (a *attempt) tune(ctx context.Context, p *plan.Instances) (json.RawMessage, error) {
	switch candidates := a.Learner.Candidates; {
	case len(candidates) == 0:
		return a.Learner.Args, nil
	case len(candidates) == 1:
		return candidates[0].Args, nil
	case len(p.Train) < 2:
		return nil, fmt.Errorf("fit: tune: %d training instance cannot be divided", len(p.Train))
	}
	a.tuning.started = time.Now()
	train, rest := a.validationSplit(len(p.Train))
	a.tuning.validation = plan.SplitHash(data.Split{Train: train, Test: rest})
	divided := p.Validation(train, rest)
	divided, err := divided.Prepared(a.Dataset.Data)
	if err != nil {
		return nil, err
	}
	best, err := a.search(ctx, &divided)
	a.tuning.seconds, a.tuning.started = a.tuning.wall(), time.Time{}
	if err != nil {
		return nil, err
	}
	params := a.tuning.trials[best].Params
	for _, text := range EdgeWarnings(a.Learner.Args, params, a.tuning.trials) {
		a.warn(text)
	}
	return params, nil
}

// search makes the trials: those of the grid, and then in rounds those that [extend] adds. It
// returns the index of the best trial, the first of equals.
func (a *attempt) search(ctx context.Context, p *plan.Instances) (best int, err error) {
	candidates := make([]json.RawMessage, len(a.Learner.Candidates))
	for i := range candidates {
		candidates[i] = a.Learner.Candidates[i].Args
	}
	params := a.Program.Entry(a.Learner.Name).Params
	first := &a.Dataset.Metrics[0]
	var failed error
	best = -1
	for round := 0; ; round++ {
		for _, args := range candidates {
			trial, err := a.trial(ctx, args, p, first)
			if ctx.Err() != nil { // also if the trial has just ended
				return -1, context.Cause(ctx)
			}
			if errors.Is(err, host.ErrUnsupported) || Stops(err) {
				return -1, err
			}
			failed = errors.Join(failed, err)
			trial.Round = round
			a.tuning.trials = append(a.tuning.trials, trial)
			a.saveTrials()
			if trial.Outcome.Good() &&
				(best < 0 || better(first, trial.Loss, a.tuning.trials[best].Loss)) {
				best = len(a.tuning.trials) - 1
			}
		}
		switch {
		case best < 0:
			return -1, fmt.Errorf(
				"fit: tune: all %d candidates failed: %w",
				len(candidates),
				failed,
			)
		case round == a.Plan.Suite.Tune.Extend:
			return best, nil
		}
		candidates = extend(a.Learner.Args, a.tuning.trials[best].Params, a.tuning.trials, params)
	}
}

// better reports whether loss a is better than b. NaN is worse than any number.
func better(m *metric.Metric, a, b record.Number) bool {
	if math.IsNaN(float64(b)) {
		return !math.IsNaN(float64(a))
	}
	if m.Higher {
		return a > b
	}
	return a < b
}

// validationSplit divides a training set of n instances into those that trials learn from and the
// rest, which scores them. Both are ascending indices.
func (a *attempt) validationSplit(n int) (train, rest []int) {
	held := min(max(int(math.Round(a.Plan.Suite.Tune.Fraction*float64(n))), 1), n-1)
	p := rand.New(rand.NewPCG(a.Seed.Tune, 0x74756e65)).Perm(n) // a stream of its own
	train, rest = p[held:], p[:held]
	slices.Sort(train)
	slices.Sort(rest)
	return train, rest
}

// trial fits one candidate and scores it. Its outcome tells the error, too. A trial of an earlier
// run, or with the same parameters, is not repeated.
func (a *attempt) trial(
	ctx context.Context,
	params json.RawMessage,
	p *plan.Instances,
	m *metric.Metric,
) (record.Trial, error) {
	if t, made, err := a.savedTrial(params); made {
		return t, err
	}
	for _, t := range a.tuning.trials {
		if bytes.Equal(t.Params, params) {
			t.Counts = sp.Counts{}
			return t, nil
		}
	}
	t := record.Trial{Params: params, Loss: record.Number(math.NaN())}
	err := a.withLearner(ctx, p, func(predictor *score.Predictor) error {
		if err := a.call(ctx, predictor.Learner, params, lastOnly); err != nil {
			return err
		}
		t.Counts, t.Outcome = a.done.Counts, outcomeOf(&a.done)
		a.tuning.cpuSeconds += record.Number(a.last().CPUSeconds)
		weights, decoder := a.last().Weights, &a.Learner.Decoders[0]
		preds, test, err := predictor.Predict(ctx, a.Setting(params), weights, decoder)
		if err != nil {
			return err
		}
		a.scoreInput(a.Key, p, params).WarnApproximate(test, "validation", weights, decoder.Name)
		_, v, err := score.Statistics(ctx, a.Fit, p, m, test, preds)
		t.Loss = record.Number(v)
		return err
	})
	if err != nil {
		t.Outcome = OutcomeOf(err)
	}
	return t, err
}

// savedTrial returns the next trial, and its error, if an earlier run made it. A retry repeats
// failed trials.
func (a *attempt) savedTrial(params json.RawMessage) (t record.Trial, made bool, err error) {
	at := len(a.tuning.trials)
	if at >= len(a.state.saved.Trials) || !slices.Equal(a.state.saved.Trials[at].Params, params) {
		return t, false, nil
	}
	if t = a.state.saved.Trials[at]; a.Retry && !Complete(t.Outcome) {
		return t, false, nil
	}
	return t, true, errorOf(t.Outcome)
}

// EdgeWarnings warns of chosen numbers that are the smallest or largest tried, since a better one
// may lie beyond. It does not warn of a parameter that made no difference. grid is as in
// [suite.Learner] Args.
func EdgeWarnings(grid, chosen json.RawMessage, trials []record.Trial) (warnings []string) {
	for _, a := range axes(grid, chosen, trials) {
		if a.atEdge() && a.matter {
			warnings = append(warnings, a.name+" was chosen at the edge of the values tried")
		}
	}
	return warnings
}

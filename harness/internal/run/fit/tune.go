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
// alone, and so are the same for every learner. Every trial gets all partial instances. The
// features of a trial are standardised without the rest.
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
	train, rest := validationSplit(len(p.Train), a.Plan.Suite.Tune.Fraction, a.Seed.Tune)
	a.tuning.validation = plan.SplitHash(data.Split{Train: train, Test: rest})
	divided := p.Validation(train, rest)
	divided, err := divided.Prepared(a.Dataset.Data)
	if err != nil {
		return nil, err
	}
	t := &tuner{a, &divided}
	best, err := t.search(ctx)
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

// A tuner makes the trials of a fit.
type tuner struct {
	*attempt
	instances *plan.Instances
}

// search makes the trials: those of the grid, and then in rounds those that [extend] adds. It
// returns the index of the best trial, the first of equals.
func (t *tuner) search(ctx context.Context) (best int, err error) {
	candidates := make([]json.RawMessage, len(t.Learner.Candidates))
	for i := range candidates {
		candidates[i] = t.Learner.Candidates[i].Args
	}
	params := t.Program.Entry(t.Learner.Name).Params
	first := &t.Dataset.Metrics[0]
	var failed error
	best = -1
	for round := 0; ; round++ {
		for _, args := range candidates {
			trial, err := t.trial(ctx, args, first)
			if ctx.Err() != nil { // also if the trial has just ended
				return -1, context.Cause(ctx)
			}
			if errors.Is(err, host.ErrUnsupported) || Stops(err) {
				return -1, err
			}
			failed = errors.Join(failed, err)
			trial.Round = round
			t.tuning.trials = append(t.tuning.trials, trial)
			t.saveTrials()
			if trial.Outcome.Good() &&
				(best < 0 || better(first, trial.Loss, t.tuning.trials[best].Loss)) {
				best = len(t.tuning.trials) - 1
			}
		}
		switch {
		case best < 0:
			return -1, fmt.Errorf(
				"fit: tune: all %d candidates failed: %w", len(candidates), failed,
			)
		case round == t.Plan.Suite.Tune.Extend:
			return best, nil
		}
		candidates = extend(t.Learner.Args, t.tuning.trials[best].Params, t.tuning.trials, params)
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

// validationSplit divides a training set of n instances: trials learn from train, and a fraction, the
// rest, scores them. Both are ascending indices.
func validationSplit(n int, fraction float64, seed uint64) (train, rest []int) {
	held := min(max(int(math.Round(fraction*float64(n))), 1), n-1)
	p := rand.New(rand.NewPCG(seed, 0x74756e65)).Perm(n) // a stream of its own
	train, rest = p[held:], p[:held]
	slices.Sort(train)
	slices.Sort(rest)
	return train, rest
}

// trial fits one candidate and scores it. Its outcome tells the error, too. A trial of an earlier
// run, or with the same parameters, is not repeated.
func (t *tuner) trial(
	ctx context.Context, params json.RawMessage, m *metric.Metric,
) (record.Trial, error) {
	if saved, made, err := t.savedTrial(params); made {
		return saved, err
	}
	for _, old := range t.tuning.trials {
		if bytes.Equal(old.Params, params) {
			old.Counts = sp.Counts{}
			return old, nil
		}
	}
	trial := record.Trial{Params: params, Loss: record.Number(math.NaN())}
	err := t.withLearner(ctx, t.instances, func(predictor *score.Predictor) error {
		if err := t.call(ctx, predictor.Learner, params, lastOnly); err != nil {
			return err
		}
		trial.Counts, trial.Outcome = t.done.Counts, outcomeOf(&t.done)
		t.tuning.cpuSeconds += record.Number(t.last().CPUSeconds)
		weights, decoder := t.last().Weights, &t.Learner.Decoders[0]
		preds, test, err := predictor.Predict(ctx, t.Setting(params), weights, decoder)
		if err != nil {
			return err
		}
		t.scoreInput(t.Key, t.instances, params).WarnApproximate(test, "validation", weights, decoder.Name)
		_, v, err := score.Statistics(ctx, t.Fit, t.instances, m, test, preds)
		trial.Loss = record.Number(v)
		return err
	})
	if err != nil {
		trial.Outcome = OutcomeOf(err)
	}
	return trial, err
}

// savedTrial returns the next trial, and its error, if an earlier run made it. A retry repeats
// failed trials.
func (t *tuner) savedTrial(params json.RawMessage) (trial record.Trial, made bool, err error) {
	at := len(t.tuning.trials)
	if at >= len(t.state.saved.Trials) || !slices.Equal(t.state.saved.Trials[at].Params, params) {
		return trial, false, nil
	}
	if trial = t.state.saved.Trials[at]; t.Retry && !Complete(trial.Outcome) {
		return trial, false, nil
	}
	return trial, true, errorOf(trial.Outcome)
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

package fit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// tuning is the state of the search for parameters.
type tuning struct {
	started time.Time    // in this process; zero: it has ended, or has not begun
	under   record.Trial // under way, after some folds; or else the last one
}

func (t *tuning) active() bool { return !t.started.IsZero() }

// tuned returns the seconds of tuning so far.
func (a *attempt) tuned() record.Number {
	s := a.rec.Times.Tune
	if a.tuning.active() {
		s += record.Number(time.Since(a.tuning.started).Seconds())
	}
	return s
}

// tune returns the parameters to train with.
//
// If the suite tunes, every candidate is fitted to a part of the training set, in a process of its
// own and under the suite's budget. The suite's loss scores it on the rest, by the first decoder.
// The learner does not see labels of the rest. With folds, this is repeated for each of them, and
// the loss is that of all their instances together. The parts depend on the training set and a seed
// alone, and so are the same for every learner; see [plan.Fit.Folds]. The features of a trial are
// standardised without the rest.
func (a *attempt) tune(ctx context.Context) (json.RawMessage, error) {
	switch candidates := a.Learner.Candidates; {
	case len(candidates) == 0:
		return a.Learner.Args, nil
	case len(candidates) == 1 && a.Learner.Rivals() == nil:
		return candidates[0].Args, nil
	}
	a.tuning.started = time.Now()
	sets, hash, err := a.Folds()
	if err != nil {
		return nil, err
	}
	a.rec.Validation = hash
	t := &tuner{a, sets, &a.Dataset.Metrics[0]}
	best, err := t.search(ctx)
	a.rec.Times.Tune, a.tuning.started = a.tuned(), time.Time{}
	if err != nil {
		return nil, err
	}
	t.compare(best)
	t.choose(&a.rec.Trials[best])
	params := a.rec.Trials[best].Params
	for _, text := range EdgeWarnings(a.Learner.Args, params, a.rec.Trials) {
		a.warn(text)
	}
	return params, nil
}

// A tuner makes the trials of a fit.
type tuner struct {
	*attempt
	sets  []plan.Instances // of the folds, not prepared
	first *metric.Metric
}

// search makes the trials: those of the grid, and then in rounds those that [extend] adds. It
// returns the index of the best trial, the first of equals.
func (t *tuner) search(ctx context.Context) (best int, err error) {
	candidates := make([]json.RawMessage, len(t.Learner.Candidates))
	for i := range candidates {
		candidates[i] = t.Learner.Candidates[i].Args
	}
	params := t.Program.Entry(t.Learner.Name).Params
	var failed, unsupported error // of trials; the first of those that the learner cannot do
	best = -1
	for round := 0; ; round++ {
		for _, args := range candidates {
			trial, err := t.trial(ctx, args)
			if ctx.Err() != nil { // also if the trial has just ended
				return -1, context.Cause(ctx)
			}
			if Stops(err) {
				return -1, err
			}
			if errors.Is(err, host.ErrUnsupported) { // perhaps only with these weights
				unsupported = cmp.Or(unsupported, err)
			} else {
				failed = errors.Join(failed, err)
			}
			trial.Round = round
			t.rec.Trials = append(t.rec.Trials, trial)
			t.saveTrials()
			if trial.Outcome.Good() &&
				(best < 0 || better(t.first, trial.Loss, t.rec.Trials[best].Loss)) {
				best = len(t.rec.Trials) - 1
			}
		}
		switch {
		case best < 0 && failed == nil:
			t.rec.Trials = nil
			return -1, unsupported
		case best < 0:
			return -1, fmt.Errorf(
				"fit: tune: all %d candidates failed: %w", len(candidates), failed,
			)
		case round == t.Plan.Suite.Tune.Extend:
			return best, nil
		}
		candidates = extend(t.Learner.Args, t.rec.Trials[best].Params, t.rec.Trials, params)
	}
}

// better reports whether loss a is better than b. NaN is worse than any number.
func better(m *metric.Metric, a, b record.Number) bool {
	if m.Higher {
		a, b = -a, -b
	}
	return a < b || a == a && b != b
}

// trial fits one candidate to each fold and scores it. Its outcome tells the error, too: the first
// fold that fails ends it. A trial of an earlier run, or with the same parameters, is not repeated.
func (t *tuner) trial(ctx context.Context, params json.RawMessage) (record.Trial, error) {
	if saved, made, err := t.savedTrial(params); made {
		return saved, err
	}
	for _, old := range t.rec.Trials {
		if bytes.Equal(old.Params, params) {
			old.Counts = sp.Counts{}
			return old, nil
		}
	}
	trial := &t.tuning.under
	*trial = t.state.saved.Under
	if len(t.rec.Trials) != len(t.state.saved.Trials) || !bytes.Equal(trial.Params, params) {
		*trial = record.Trial{Params: params, Outcome: record.Outcome{Kind: record.OK}}
	}
	for trial.Folds < len(t.sets) {
		if err := t.fold(ctx, trial); err != nil {
			trial.Outcome, trial.Loss = OutcomeOf(err), record.Number(math.NaN())
			return *trial, err
		}
		t.saveTrials()
	}
	trial.Loss = record.Number(t.value(trial.Statistics.Sum()))
	return *trial, nil
}

// fold fits a candidate without the next fold, and adds the statistics of the fold to its trial.
func (t *tuner) fold(ctx context.Context, trial *record.Trial) error {
	set, err := t.sets[trial.Folds].Prepared(t.Dataset)
	if err != nil {
		return err
	}
	return t.withLearner(ctx, &set, func(predictor *score.Predictor) error {
		if err := t.call(ctx, predictor, trial.Params, lastOnly); err != nil {
			return err
		}
		if t.done.End == sp.EndedByBudget {
			trial.Outcome.Kind = record.Budget
		}
		sum, c := &trial.Counts, t.done.Counts
		sum.Visits, sum.Sweeps, sum.MAP = sum.Visits+c.Visits, sum.Sweeps+c.Sweeps, sum.MAP+c.MAP
		sum.Marginals, sum.Clamped = sum.Marginals+c.Marginals, sum.Clamped+c.Clamped
		sum.Conditional += c.Conditional
		t.rec.Times.TuneCPU += record.Number(t.last().CPUSeconds)
		if trial.Others == nil {
			trial.Others = map[string]record.Statistics{}
		}
		for i := range max(1, len(t.Learner.Rivals())) {
			d := &t.Learner.Decoders[i]
			s, err := t.score(ctx, predictor, &set, trial.Params, d, i == 0)
			switch {
			case i == 0 && err == nil:
				t.add(&trial.Statistics, &s)
			case err == nil:
				all := trial.Others[plan.DecoderName(d)]
				t.add(&all, &s)
				trial.Others[plan.DecoderName(d)] = all
			case i == 0 || !errors.Is(err, host.ErrUnsupported):
				return err
			}
		}
		trial.Folds++
		return nil
	})
}

// score returns the statistics of a decoder on a fold.
func (t *tuner) score(ctx context.Context, predictor *score.Predictor, set *plan.Instances,
	params []byte, d *suite.Decoder, warn bool) (s record.Statistics, err error) {
	weights := t.last().Weights
	preds, test, err := predictor.Predict(ctx, t.Setting(set, params), weights, d)
	if err != nil {
		return s, err
	}
	if warn {
		t.scoreInput(t.Key, set, params).WarnApproximate(test, "validation", weights, d.Name)
	}
	s, _, err = score.Statistics(ctx, t.Fit, set, t.first, test, preds)
	return s, err
}

// add appends the statistics of a fold, as counts.
func (t *tuner) add(all, s *record.Statistics) {
	if all.Width = s.Width; t.first.Counts == nil {
		all.Width = 2
	}
	all.Counts = append(all.Counts, s.Counts...)
	for i, den := range s.Den {
		num := s.Num[i]
		if !t.first.Micro && den != 0 {
			num, den = num/den, 1
		}
		all.Counts = append(all.Counts, num, den)
	}
}

// choose sets the decoder with the best loss in a trial, the first of equals, if the learner has the
// decoder best. Decoders without support for a fold are left out.
func (t *tuner) choose(trial *record.Trial) {
	least := trial.Loss
	for i := range t.Learner.Rivals() {
		name := plan.DecoderName(&t.Learner.Decoders[i])
		s := trial.Others[name]
		if i == 0 {
			t.rec.Chosen = name
		} else if len(s.Counts) == len(trial.Statistics.Counts) {
			if v := record.Number(t.value(s.Sum())); better(t.first, v, least) {
				least, t.rec.Chosen = v, name
			}
		}
	}
}

// value returns the loss of a sum of statistics.
func (t *tuner) value(sum []float64) float64 {
	if c := t.first.Counts; c != nil {
		return c.Value(sum)
	}
	return sum[0] / sum[1]
}

// compare sets the standard errors of the trials' differences to the best one: those of a mean over
// validation instances that depend on each other within groups (Liang & Zeger 1986).
func (t *tuner) compare(best int) {
	var classes []int
	for i := range t.sets {
		classes = append(classes, t.sets[i].Units...)
	}
	trials, units := t.rec.Trials, data.NewUnits(classes)
	values := func(i int) []float64 {
		return stats.Jackknife(trials[i].Statistics.Counts, trials[i].Statistics.Width, t.value)
	}
	chosen := values(best)
	for i := range trials {
		if !trials[i].Outcome.Good() {
			continue
		}
		v := values(i)
		for j := range v {
			v[j] -= chosen[j]
		}
		mean, squares := stats.Summarize(v).Mean, 0.0
		for _, unit := range units {
			sum := 0.0
			for _, j := range unit {
				sum += v[j] - mean
			}
			squares += sum * sum
		}
		g := float64(len(units))
		trials[i].SE = record.Number(math.Sqrt(g/(g-1)*squares) / float64(len(v)))
	}
}

// savedTrial returns the next trial, and its error, if an earlier run made it. A retry repeats
// failed trials.
func (t *tuner) savedTrial(params json.RawMessage) (trial record.Trial, made bool, err error) {
	at := len(t.rec.Trials)
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

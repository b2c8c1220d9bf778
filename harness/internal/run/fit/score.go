package fit

import (
	"context"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/sp"
)

func (a *attempt) scoreInput(key string, p *plan.Instances, params []byte) *score.Input {
	return &score.Input{
		Fit:       a.Fit,
		Key:       key,
		Instances: p,
		Params:    params,
		Marginals: a.Marginals,
		Chosen:    a.rec.Chosen,
		Warn:      a.warn,
		Note:      a.Note,
	}
}

// score scores the last checkpoint with every decoder, and all checkpoints with the first one.
func (a auditor) score(ctx context.Context, predictor *score.Predictor) error {
	in, r := a.scoreInput(a.Key, &a.instances, a.rec.Params), &a.rec
	r.Test = score.IDs(a.instances.Test)
	rows, err := in.Rows(ctx, predictor, a.last().Weights)
	if r.Rows, r.Times.Rows = rows.Rows, rows.Times; err != nil {
		return err
	}
	for i := range a.kept {
		c := &a.kept[i]
		point, err := a.point(c)
		if err != nil {
			return err
		}
		first := &r.Rows[0]
		switch {
		case c.Weights == nil: // without a curve only the last one has weights
		case i == len(a.kept)-1 || !first.Outcome.Good():
			point.Loss = score.MetricOf(first, a.Dataset.Metrics[0].Name)
		default:
			if point.Loss, err = a.checkpointLoss(ctx, predictor, in, c); err != nil {
				return err
			}
		}
		r.Checkpoints = append(r.Checkpoints, point)
		r.Times.Checkpoints = append(r.Times.Checkpoints, clock(c.Seconds, c.CPUSeconds))
	}
	return nil
}

// point returns the record of a checkpoint without its loss.
func (a auditor) point(c *sp.Stamped) (record.Checkpoint, error) {
	point := record.Checkpoint{
		Passes: record.Number(a.passes(c.Counts)), Counts: c.Counts,
		Loss:      record.Number(math.NaN()),
		Objective: record.Number(math.NaN()),
	}
	values := make(map[string]record.Number, len(c.Values))
	for name, v := range c.Values {
		values[name] = record.Number(v)
	}
	point.Values = record.ValuesOf(values)
	if c.Objective != nil && c.Weights != nil {
		f, err := a.objective(&c.Checkpoint)
		if err != nil {
			return point, err
		}
		point.Objective = record.Number(f)
	}
	return point, nil
}

// checkpointLoss returns the suite's loss of a checkpoint, by the first decoder.
func (a auditor) checkpointLoss(
	ctx context.Context, predictor *score.Predictor, in *score.Input, c *sp.Stamped,
) (record.Number, error) {
	m := &a.Dataset.Metrics[0]
	preds, test, err := predictor.Predict(
		ctx, a.Setting(in.Instances, in.Params), c.Weights, &a.Learner.Decoders[0],
	)
	if err != nil {
		return 0, err
	}
	_, v, err := score.Statistics(ctx, a.Fit, in.Instances, m, test, preds)
	if err != nil && ctx.Err() == nil { // of a command: the curve lacks a point
		a.Note(fmt.Sprintf("%s: a checkpoint is not measured by %s: %v", a.Fit, m.Name, err))
		return record.Number(math.NaN()), nil
	}
	return record.Number(v), err
}

// Rescore scores stored weights in a learner process of its own. old is the record of the fit,
// whose key row keys are made of. If an error does not stop the run, the rows are those so far.
func (s *Session) Rescore(ctx context.Context, f *plan.Fit, old *record.Fit) (record.Fit, error) {
	a := s.attempt(f)
	a.rec.Chosen = old.Chosen
	if f.Program.Err != nil {
		return a.rec, f.Program.Err
	}
	weights, err := record.Weights(s.Store.Dir(), old.WeightsFile)
	if err != nil {
		return a.rec, &storeError{err}
	}
	if a.log, err = openLog(s.Store.LogPath(old.Key), false); err != nil {
		return a.rec, err
	}
	defer a.log.close()
	raw, err := f.Instances()
	if err != nil {
		return a.rec, err
	}
	p, err := raw.Prepared(f.Dataset)
	if err != nil {
		return a.rec, err
	}
	a.rec.Test = score.IDs(p.Test)
	err = a.withLearner(ctx, &p, func(predictor *score.Predictor) error {
		rows, err := a.scoreInput(old.Key, &p, old.Params).Rows(ctx, predictor, weights)
		a.rec.Rows, a.rec.Times.Rows = rows.Rows, rows.Times
		return err
	})
	return a.rec, err
}

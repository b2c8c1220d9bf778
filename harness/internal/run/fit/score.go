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

// Scored is a scored fit: its rows and its curve.
type Scored struct {
	score.Rows
	Test            []string // IDs of the test instances
	Checkpoints     []record.Checkpoint
	CheckpointTimes []record.Clock
}

func (a *attempt) scoreInput(key string, p *plan.Instances, params []byte) *score.Input {
	return &score.Input{
		Fit:       a.Fit,
		Key:       key,
		Instances: p,
		Params:    params,
		Marginals: a.Marginals,
		Chosen:    a.tuning.chosen,
		Warn:      a.warn,
		Note:      a.Note,
	}
}

// scored scores the last checkpoint with every decoder, and all checkpoints with the first one.
func scored(
	ctx context.Context, a *attempt, predictor *score.Predictor, p *Prepared, f *Fitted,
) (v Scored, err error) {
	in := a.scoreInput(a.Key, &p.Instances, p.Params)
	v.Test = score.IDs(p.Instances.Test)
	if v.Rows, err = in.Rows(ctx, predictor, f.Last().Weights); err != nil {
		return v, err
	}
	x := &auditor{a, f, p}
	for i := range f.Checkpoints {
		c := &f.Checkpoints[i]
		point, err := x.point(c)
		if err != nil {
			return v, err
		}
		first := &v.Rows.Rows[0]
		switch {
		case c.Weights == nil: // without a curve only the last one has weights
		case i == len(f.Checkpoints)-1 || !first.Outcome.Good():
			point.Loss = score.MetricOf(first, a.Dataset.Metrics[0].Name)
		default:
			if point.Loss, err = x.checkpointLoss(ctx, predictor, in, c); err != nil {
				return v, err
			}
		}
		v.Checkpoints = append(v.Checkpoints, point)
		v.CheckpointTimes = append(v.CheckpointTimes, clock(c.Seconds, c.CPUSeconds))
	}
	return v, nil
}

// point returns the record of a checkpoint without its loss.
func (x *auditor) point(c *sp.Stamped) (record.Checkpoint, error) {
	point := record.Checkpoint{
		Passes: record.Number(x.passes(c.Counts)), Counts: c.Counts,
		Loss:      record.Number(math.NaN()),
		Objective: record.Number(math.NaN()),
	}
	values := make(map[string]record.Number, len(c.Values))
	for name, v := range c.Values {
		values[name] = record.Number(v)
	}
	point.Values = record.ValuesOf(values)
	if c.Objective != nil && c.Weights != nil {
		f, err := x.objective(&c.Checkpoint)
		if err != nil {
			return point, err
		}
		point.Objective = record.Number(f)
	}
	return point, nil
}

// checkpointLoss returns the suite's loss of a checkpoint, by the first decoder.
func (x *auditor) checkpointLoss(
	ctx context.Context, predictor *score.Predictor, in *score.Input, c *sp.Stamped,
) (record.Number, error) {
	m := &x.Dataset.Metrics[0]
	preds, test, err := predictor.Predict(
		ctx, x.Setting(in.Instances, in.Params), c.Weights, &x.Learner.Decoders[0],
	)
	if err != nil {
		return 0, err
	}
	_, v, err := score.Statistics(ctx, x.Fit, in.Instances, m, test, preds)
	if err != nil && ctx.Err() == nil { // of a command: the curve lacks a point
		x.Note(fmt.Sprintf("%s: a checkpoint is not measured by %s: %v", x.Fit, m.Name, err))
		return record.Number(math.NaN()), nil
	}
	return record.Number(v), err
}

// Rescored is what scoring stored weights adds to the record of a fit.
type Rescored struct {
	score.Rows
	Test       []string
	Warnings   []string
	Suspicious []string
}

// Rescore scores stored weights in a learner process of its own. old is the record of the fit,
// whose key row keys are made of. If an error does not stop the run, the rows are those so far.
func (s *Session) Rescore(
	ctx context.Context, f *plan.Fit, old *record.Fit,
) (v Rescored, err error) {
	if f.Program.Err != nil {
		return v, f.Program.Err
	}
	weights, err := record.Weights(s.Store.Dir(), old.WeightsFile)
	if err != nil {
		return v, &storeError{err}
	}
	a := s.attempt(f)
	a.tuning.chosen = old.Chosen
	if a.log, err = openLog(s.Store.LogPath(old.Key), false); err != nil {
		return v, err
	}
	defer a.log.close()
	raw, err := f.Instances()
	if err != nil {
		return v, err
	}
	p, err := raw.Prepared(f.Dataset)
	if err != nil {
		return v, err
	}
	v.Test = score.IDs(p.Test)
	err = a.withLearner(ctx, &p, func(predictor *score.Predictor) (err error) {
		v.Rows, err = a.scoreInput(old.Key, &p, old.Params).Rows(ctx, predictor, weights)
		return err
	})
	v.Warnings, v.Suspicious = a.warnings, a.suspicious
	return v, err
}

package score

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// An Input is everything but the weights that scoring a fit needs.
type Input struct {
	Fit       *plan.Fit
	Key       string // of the record of the fit, which row keys are made of
	Instances *plan.Instances
	Params    []byte
	Chosen    string       // name of the decoder behind best
	Marginals bool         // store the marginals of predictions, too
	Warn      func(string) // adds a warning to the record, unless it has it
	Note      func(string) // tells the user
}

// Rows are scored rows of a fit, with the time that each took to predict.
type Rows struct {
	Rows  []record.Row
	Times []record.Clock
}

// NoClock is the time of something that did not happen.
var NoClock = record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}

// Values of [record.Row.Requested]: the predictions that were asked for.
const (
	labelsOnly    = "labels"
	WithMarginals = "marginals"
)

// Rows predicts with each decoder and measures the predictions. A decoder that the learner lacks
// fails only its own row. On any other error it returns the rows so far.
func (in *Input) Rows(
	ctx context.Context, p *Predictor, weights []float64,
) (scored Rows, err error) {
	var used []string // decoders that the learner has
	for i := range in.Fit.Learner.Decoders {
		d := &in.Fit.Learner.Decoders[i]
		row := in.row(d)
		if d.Name == suite.Best {
			in.copyChosen(&row, scored.Rows)
			scored.Rows, scored.Times = append(scored.Rows, row), append(scored.Times, NoClock)
			continue
		}
		start := time.Now()
		preds, test, err := p.Predict(ctx, in.Fit.Setting(in.Instances, in.Params), weights, d)
		took := record.Clock{
			Wall: record.Number(time.Since(start).Seconds()),
			CPU:  record.Number(math.NaN()),
		}
		switch {
		case errors.Is(err, host.ErrUnsupported):
			row.Outcome, took = record.Outcome{Kind: record.Skipped, Reason: err.Error()}, NoClock
		case err != nil:
			return scored, err
		default:
			in.measure(ctx, &row, test, preds)
			if ctx.Err() != nil {
				return scored, context.Cause(ctx)
			}
			for i := range preds {
				if preds[i].NotConverged {
					row.NotConverged++
				}
			}
			in.warnConstant(d, test, preds)
			in.warnUnscaled(d)
			in.keepPredictions(&row, preds)
			if !exactOnForests(d) {
				used = append(used, d.Name)
			}
		}
		scored.Rows, scored.Times = append(scored.Rows, row), append(scored.Times, took)
	}
	in.WarnApproximate(in.Instances.Test, "test", weights, used...)
	return scored, nil
}

// copyChosen makes row, of the decoder best, a copy of that of the chosen decoder.
func (in *Input) copyChosen(row *record.Row, rows []record.Row) {
	row.Outcome = record.Outcome{Kind: record.Skipped, Reason: "no decoder was chosen"}
	for i := range rows {
		if plan.DecoderName(&in.Fit.Learner.Decoders[i]) == in.Chosen {
			key, score, label := row.Key, row.Score, row.Label
			*row = rows[i]
			row.Key, row.Score, row.Label = key, score, label
		}
	}
}

// row returns the row of a decoder before it is measured.
func (in *Input) row(d *suite.Decoder) record.Row {
	f := in.Fit
	return record.Row{
		Key: f.RowKey(in.Key, d), Score: f.ScoreSources(d),
		Decoder: d.Name, Label: d.Label, Args: d.Args, Outcome: record.Outcome{Kind: record.OK},
		Measures: f.Measures(),
	}
}

// Failed returns rows without predictions, for an outcome that says why.
func (in *Input) Failed(why record.Outcome) (scored Rows) {
	for i := range in.Fit.Learner.Decoders {
		row := in.row(&in.Fit.Learner.Decoders[i])
		row.Outcome = why
		scored.Rows, scored.Times = append(scored.Rows, row), append(scored.Times, NoClock)
	}
	return scored
}

// exactOnForests reports whether a decoder is mpm on forests given all other labels. It is exact,
// whatever solver the whole graphs have.
func exactOnForests(d *suite.Decoder) bool { return d.Name == "mpm" && d.Reveal.Forests != "" }

// keepPredictions adds predictions to a row.
func (in *Input) keepPredictions(row *record.Row, preds []sp.Prediction) {
	row.Requested = labelsOnly
	if in.Marginals {
		row.Requested = WithMarginals
	}
	row.Predictions = &record.Predictions{}
	marginals := make([][]float64, len(preds))
	for i := range preds {
		row.Predictions.Labels = append(row.Predictions.Labels, preds[i].Labels)
		marginals[i] = preds[i].Marginal
	}
	if in.Marginals && !slices.ContainsFunc(marginals, func(q []float64) bool { return q == nil }) {
		row.Predictions.Marginals = marginals
	}
}

// IDs returns the IDs of instances.
func IDs(list []sp.Instance) (ids []string) {
	for i := range list {
		ids = append(ids, list[i].ID)
	}
	return ids
}

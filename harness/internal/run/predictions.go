package run

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// What of predictions can be asked for.
const (
	labelsOnly   = "labels"
	andMarginals = "marginals"
)

// asked says what of the predictions is kept.
func (o *RunOptions) asked() string {
	if o.Marginals {
		return andMarginals
	}
	return labelsOnly
}

// keepPredictions adds to a row what was predicted.
func (x *execution) keepPredictions(row *record.Row, preds []sp.Prediction) {
	row.Requested = x.run.asked()
	row.Predictions = &record.Predictions{}
	marginals := make([][]float64, len(preds))
	for i := range preds {
		row.Predictions.Labels = append(row.Predictions.Labels, preds[i].Labels)
		marginals[i] = preds[i].Marginal
	}
	if x.run.Marginals && !slices.ContainsFunc(marginals, func(q []float64) bool { return q == nil }) {
		row.Predictions.Marginals = marginals
	}
}

package record

import (
	"bytes"
	"slices"
)

// aligned returns two outcomes of one fit without what is no evidence against their being the same: what only one of
// them has kept, and by which sources their rows were scored.
func alignFits(a, b Fit) (Fit, Fit) {
	dropUnlessBoth(&a.Test, &b.Test, &a.TestFile, &b.TestFile)
	dropUnlessBoth(&a.Train, &b.Train, &a.TrainFile, &b.TrainFile)
	a.Rows, b.Rows = slices.Clone(a.Rows), slices.Clone(b.Rows)
	for i := range min(len(a.Rows), len(b.Rows)) {
		a.Rows[i].align(&b.Rows[i])
	}
	return a, b
}

// keptByBoth forgets a list, which is there or in a file, unless both have it.
func dropUnlessBoth(a, b *[]string, fileA, fileB *string) {
	if *a == nil && *fileA == "" || *b == nil && *fileB == "" {
		*a, *b, *fileA, *fileB = nil, nil, "", ""
	}
}

// align is aligned of one row. Where marginals were asked for once, labels are left to compare, if both are at hand.
func (r *Row) align(b *Row) {
	b.Key, b.Score = r.Key, r.Score
	r.alignMetrics(b)
	none := func(r *Row) bool { return r.Predictions == nil && r.PredictionsFile == "" }
	if r.Requested == b.Requested && !none(r) && !none(b) {
		return
	}
	b.Requested = r.Requested
	r.PredictionsFile, b.PredictionsFile = "", ""
	if r.Predictions == nil || b.Predictions == nil {
		r.Predictions, b.Predictions = nil, nil
		return
	}
	r.Predictions, b.Predictions = &Predictions{Labels: r.Predictions.Labels}, &Predictions{Labels: b.Predictions.Labels}
}

// alignMetrics leaves to compare what both rows are measured by.
func (r *Row) alignMetrics(b *Row) {
	if bytes.Equal(r.Measures, b.Measures) {
		return
	}
	a, c := r.Metrics, b.Metrics
	r.Metrics, b.Metrics = common(a, c), common(c, a)
	x, y := r.Reasons, b.Reasons
	r.Reasons, b.Reasons = common(x, y), common(y, x)
	r.Measures, b.Measures = nil, nil
	r.Instances, b.Instances, r.StatisticsFile, b.StatisticsFile = nil, nil, "", ""
}

// both returns of a what has a key of b.
func common[V any](a, b map[string]V) map[string]V {
	out := map[string]V{}
	for key, v := range a {
		if _, ok := b[key]; ok {
			out[key] = v
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

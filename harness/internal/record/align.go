package record

import (
	"bytes"
	"slices"
)

// alignFits returns two results of one fit without the parts that [Differences] ignores: files kept
// by only one of them, what shipped results leave out, the sources that scored their rows, and the
// order of warnings. Tuning warns before and after its choice, so trials from an earlier run change
// this order.
func alignFits(a, b Fit) (Fit, Fit) {
	for _, f := range []*Fit{&a, &b} {
		f.Warnings = slices.Sorted(slices.Values(f.Warnings))
	}
	dropUnlessBoth(&a.Test, &b.Test, &a.TestFile, &b.TestFile)
	dropUnlessBoth(&a.Train, &b.Train, &a.TrainFile, &b.TrainFile)
	dropUnlessBoth(&a.Groups, &b.Groups, &a.GroupsFile, &b.GroupsFile)
	a.Rows, b.Rows = slices.Clone(a.Rows), slices.Clone(b.Rows)
	if a.Times.Shipped != "" { // without learning curves
		DropCurve(&a)
		DropCurve(&b)
	}
	for i := range min(len(a.Rows), len(b.Rows)) {
		a.Rows[i].align(&b.Rows[i])
	}
	return a, b
}

// dropUnlessBoth removes a list of IDs, or the name of its file, unless both fits have one.
func dropUnlessBoth(a, b *[]string, fileA, fileB *string) {
	if *a == nil && *fileA == "" || *b == nil && *fileB == "" {
		*a, *b, *fileA, *fileB = nil, nil, "", ""
	}
}

// align is alignFits for a row. If only one row has marginals, it keeps the labels of both, if both
// are loaded.
func (r *Row) align(b *Row) {
	b.Key, b.Score = r.Key, r.Score
	r.alignMetrics(b)
	if r.Unshipped != "" { // hashes say whether the whole statistics are the same
		*r, *b = *named(r), *named(b)
		r.StatisticsFile, r.Unshipped = r.Unshipped, ""
	}
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
	r.Predictions, b.Predictions = &Predictions{Labels: r.Predictions.Labels},
		&Predictions{Labels: b.Predictions.Labels}
}

// alignMetrics keeps the metrics that both rows have.
func (r *Row) alignMetrics(b *Row) {
	if bytes.Equal(r.Measures, b.Measures) {
		return
	}
	a, c := r.Metrics, b.Metrics
	r.Metrics, b.Metrics = common(a, c), common(c, a)
	x, y := r.Reasons, b.Reasons
	r.Reasons, b.Reasons = common(x, y), common(y, x)
	r.Measures, b.Measures = nil, nil
	for _, row := range []*Row{r, b} {
		row.Instances, row.StatisticsFile, row.Unshipped = nil, "", ""
	}
}

// common returns the entries of a with a key of b; nil if there are none.
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

package record

import "slices"

// aligned returns two outcomes of one fit without what is no evidence against their being the same: what only one of
// them has kept, and by which sources their rows were scored.
func aligned(a, b Fit) (Fit, Fit) {
	keptByBoth(&a.Test, &b.Test, &a.TestFile, &b.TestFile)
	keptByBoth(&a.Train, &b.Train, &a.TrainFile, &b.TrainFile)
	a.Rows, b.Rows = slices.Clone(a.Rows), slices.Clone(b.Rows)
	for i := range min(len(a.Rows), len(b.Rows)) {
		a.Rows[i].align(&b.Rows[i])
	}
	return a, b
}

// keptByBoth forgets a list, which is there or in a file, unless both have it.
func keptByBoth(a, b *[]string, fileA, fileB *string) {
	if *a == nil && *fileA == "" || *b == nil && *fileB == "" {
		*a, *b, *fileA, *fileB = nil, nil, "", ""
	}
}

// align is aligned of one row. Where marginals were asked for once, labels are left to compare, if both are at hand.
func (r *Row) align(b *Row) {
	b.Key, b.Score = r.Key, r.Score
	none := func(r *Row) bool { return r.Predictions == nil && r.PredictionsFile == "" }
	if r.Asked == b.Asked && !none(r) && !none(b) {
		return
	}
	b.Asked = r.Asked
	r.PredictionsFile, b.PredictionsFile = "", ""
	if r.Predictions == nil || b.Predictions == nil {
		r.Predictions, b.Predictions = nil, nil
		return
	}
	r.Predictions, b.Predictions = &Predictions{Labels: r.Predictions.Labels}, &Predictions{Labels: b.Predictions.Labels}
}

package run

import (
	"encoding/json"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// rowKey returns the key of a decoder that is read off the fit with that key, measured by metrics, a JSON list, with the
// sources of that hash.
func rowKey(fit string, out *suite.Decoder, metrics, by string) string {
	return record.Key(map[string]string{"fit": fit, "decoder": decoderName(out), "metrics": metrics, score: by})
}

// measures returns the metrics of a row of a fit, as they are in its key.
func (f *Fit) measures(row *record.Row) string {
	if row.Measures == nil { // of an older build
		return f.texts.metrics
	}
	return string(row.Measures)
}

// isOf reports whether a row of the fit with that key is of that decoder, whatever it was measured by.
func (f *Fit) isOf(row *record.Row, fit string, out *suite.Decoder) bool {
	return row.Key == rowKey(fit, out, f.measures(row), row.Score)
}

// holds reports whether a row of old has all that the plan wants of the decoder: it may have been measured by more
// metrics, or by them in another order.
func (f *Fit) holds(old *record.Fit, row *record.Row, out *suite.Decoder) bool {
	if row.Key == f.row(old.Key, out) {
		return true
	}
	if !f.predictedNow(old, row, out) || !f.isOf(row, old.Key, out) {
		return false
	}
	has := listed(f.measures(row))
	for i := range f.plan.Suite.Metrics {
		if !measuredNow(row, has, &f.plan.Suite.Metrics[i]) {
			return false
		}
	}
	return true
}

// listed returns the metrics of a list, each as JSON.
func listed(metrics string) (list []string) {
	var all []json.RawMessage
	if json.Unmarshal([]byte(metrics), &all) != nil {
		return nil
	}
	for _, m := range all {
		list = append(list, string(m))
	}
	return list
}

// Measures reports whether any row of the fits was measured by the metric of the plan with that
// label, or there is no row.
func (w *Written) Measures(label string, fits map[record.Place]*record.Fit) bool {
	at := slices.IndexFunc(w.Suite.Metrics, func(m suite.Metric) bool { return m.Label == label })
	if at < 0 {
		return false
	}
	has := map[string]bool{} // by the list of a row; that of an older build is the plan's
	rows := 0
	for _, f := range fits {
		for _, row := range f.Rows {
			rows++
			is, ok := has[string(row.Measures)]
			if !ok {
				is = row.Measures == nil || slices.Contains(listed(string(row.Measures)), compact(w.Suite.Metrics[at]))
				has[string(row.Measures)] = is
			}
			if is {
				return true
			}
		}
	}
	return rows == 0
}

package plan

import (
	"encoding/json"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// rowKey returns the key of a decoder's row. fit is the key of its fit, metrics is a JSON list, and
// by is the hash of the sources that score the row.
func rowKey(fit string, d *suite.Decoder, metrics, by string) string {
	return record.Key(
		map[string]string{"fit": fit, "decoder": DecoderName(d), "metrics": metrics, Score: by},
	)
}

// RowKey returns the key of a decoder's row under the current plan. fit is the key of the fit.
func (f *Fit) RowKey(fit string, d *suite.Decoder) string {
	return rowKey(fit, d, f.shared.metrics, f.ScoreSources(d))
}

// MetricsOf returns the metrics of a row of the fit as JSON, as they are in its key.
func (f *Fit) MetricsOf(row *record.Row) string {
	if row.Measures == nil { // by an older version of spbench
		return f.shared.metrics
	}
	return string(row.Measures)
}

// IsRow reports whether row is a result of decoder d on the fit with key fit. It ignores metrics.
func (f *Fit) IsRow(row *record.Row, fit string, d *suite.Decoder) bool {
	return row.Key == rowKey(fit, d, f.MetricsOf(row), row.Score)
}

// HasAllOf reports whether row, of the stored fit old, has everything that the plan needs from
// decoder d. The row may have more metrics, in any order. Any sources may have scored a shipped fit.
func (f *Fit) HasAllOf(old *record.Fit, row *record.Row, d *suite.Decoder) bool {
	shipped := old.Times.Shipped != ""
	if row.Key == f.RowKey(old.Key, d) {
		return true
	}
	if !shipped && !f.PredictionsCurrent(old, row, d) || !f.IsRow(row, old.Key, d) {
		return false
	}
	has := ListMetrics(f.MetricsOf(row))
	for i := range f.Dataset.Measured {
		m := &f.Dataset.Measured[i]
		if !MeasuredNow(row, has, m) && !(shipped && slices.Contains(has, Compact(m))) {
			return false
		}
	}
	return true
}

// Rekey gives the rows of rec, a fit with other limits, the keys of rows of f.
func (f *Fit) Rekey(rec *record.Fit) {
	for i := range rec.Rows {
		for j := range f.Learner.Decoders {
			if row, d := &rec.Rows[i], &f.Learner.Decoders[j]; f.IsRow(row, rec.Key, d) {
				row.Key = rowKey(f.Key, d, f.MetricsOf(row), row.Score)
				break
			}
		}
	}
}

// Measures returns the metrics of the plan as JSON, for [record.Row.Measures].
func (f *Fit) Measures() json.RawMessage { return json.RawMessage(f.shared.metrics) }

// ListMetrics returns the metrics in a JSON list, each as JSON.
func ListMetrics(metrics string) (list []string) {
	var all []json.RawMessage
	if json.Unmarshal([]byte(metrics), &all) != nil {
		return nil
	}
	for _, m := range all {
		list = append(list, string(m))
	}
	return list
}

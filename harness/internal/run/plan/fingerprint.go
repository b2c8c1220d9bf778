package plan

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/oracle"
)

// Parts of an identity with hashes of sources. Components, such as "oracle:chain", have parts of
// their own; see [record.SourceOf].
const (
	Build   = "build"   // of the learner
	Harness = "harness" // of spbench around a fit
	Score   = "score"   // of predictions and metrics; in a fit only if scores decided something
)

// The sources of spbench. Tests replace these functions.
var (
	SourceTree  = sources.Sources
	HarnessHash = func() string { return SourceTree().Harness() }
	ScoreHash   = func() string { return SourceTree().Scoring() }
)

// addComponent adds the hash of a component to parts of an identity, if the component exists.
func addComponent(parts map[string]string, kind, name string) {
	if hash := SourceTree().Component(kind, name); hash != "" {
		parts[kind+":"+name] = hash
	}
}

// fitSources returns the sources of spbench that fits to the dataset depend on, for any learner.
func fitSources(d *Dataset) map[string]string {
	parts := map[string]string{Harness: HarnessHash()}
	addComponent(parts, sources.Features, d.Spec.Features.Name)
	for _, name := range oracle.Solvers(d.Data.Instances, d.Map) {
		addComponent(parts, sources.Oracle, name)
	}
	return parts
}

// decoderSources returns the sources that predictions by a decoder depend on, besides the fit. l
// may be nil.
func decoderSources(l *Learner, d *suite.Decoder) map[string]string {
	parts := map[string]string{Score: ScoreHash()}
	addComponent(parts, sources.Decoder, d.Name)
	if l != nil && l.Source.Predict != "" {
		parts["predict:"+l.Source.Name] = l.Source.Predict
	}
	return parts
}

// RowSources returns the sources that a row depends on besides its fit, as in [record.Row.Score].
func RowSources(l *Learner, d *suite.Decoder, metrics []suite.Metric) string {
	parts := decoderSources(l, d)
	for i := range metrics {
		addComponent(parts, sources.Metric, metrics[i].Name)
	}
	return record.FormatScore(parts)
}

// ScoreSources returns the sources that score a decoder of the fit, as in [record.Row.Score].
func (f *Fit) ScoreSources(d *suite.Decoder) string {
	if by, ok := f.shared.scores[rowName(f.Learner, d)]; ok {
		return by
	}
	return RowSources(f.Program, d, f.Dataset.Measured)
}

// PredictionsCurrent reports whether the present sources would make the predictions of a row of old
// again, whatever happened to its metrics. A fit by another build of the learner keeps its
// predictions.
func (f *Fit) PredictionsCurrent(old *record.Fit, row *record.Row, d *suite.Decoder) bool {
	was, is := record.ParseScore(row.Score), decoderSources(f.Program, d)
	if own := "predict:" + f.Learner.Name; old.Identity[Build] != f.IdentityPart(Build) {
		delete(was, own)
		delete(is, own)
	}
	for part := range was {
		if is[part] == "" && !strings.HasPrefix(part, sources.Metric+":") {
			return false
		}
	}
	return contains(was, is)
}

// contains reports whether all has each entry of some.
func contains(all, some map[string]string) bool {
	for name, value := range some {
		if all[name] != value {
			return false
		}
	}
	return true
}

// MeasuredNow reports whether the metrics of a row, listed in has, include m as the present sources
// compute it.
func MeasuredNow(row *record.Row, has []string, m *suite.Metric) bool {
	if !slices.Contains(has, Compact(m)) {
		return false
	}
	was := record.ParseScore(row.Score)[sources.Metric+":"+m.Name]
	return was == SourceTree().Component(sources.Metric, m.Name)
}

// Differing returns the names, sorted, under which a and b differ.
func Differing(a, b map[string]string) (names []string) {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	return names
}

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

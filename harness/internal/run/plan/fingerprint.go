package plan

import (
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

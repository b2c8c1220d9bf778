package run

import (
	"slices"
	"strings"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/oracle"
)

// The parts of an identity for the learner's sources, for the sources of spbench around a fit, and for
// those that predict and measure. Components have parts of their own; see [record.SourceOf].
const (
	build   = "build"
	harness = "harness"
	score   = "score" // of a fit only where scores decided something
)

// The sources of spbench, which tests replace.
var (
	tree      = sources.Sources
	fitSide   = func() string { return tree().Harness() }
	scoreSide = func() string { return tree().Scoring() }
)

// addComponent adds the hash of a component to the parts of an identity, if there is one of that name.
func addComponent(parts map[string]string, kind, name string) {
	if hash := tree().Component(kind, name); hash != "" {
		parts[kind+":"+name] = hash
	}
}

// fitSources returns the sources of spbench that a fit on the dataset depends on, whoever learns.
func fitSources(s *suite.Suite, c *Dataset) map[string]string {
	parts := map[string]string{harness: fitSide()}
	addComponent(parts, sources.Loss, s.TrainLoss.Name)
	addComponent(parts, sources.Features, c.Spec.Features.Name)
	for _, name := range oracle.Solvers(c.Data.Instances, c.Map) {
		addComponent(parts, sources.Oracle, name)
	}
	if o := c.Spec.Oracle; o != nil {
		addComponent(parts, sources.Oracle, o.Name)
	}
	return parts
}

// decodeSources returns the sources that a decoder of a learner depends on, besides its fit.
func decodeSources(l *learner, out *suite.Decoder) map[string]string {
	parts := map[string]string{score: scoreSide()}
	addComponent(parts, sources.Decoder, out.Name)
	if l != nil && l.source.Predict != "" {
		parts["predict:"+l.source.Name] = l.source.Predict
	}
	return parts
}

// scoreSources returns the sources that a row depends on, besides its fit, as in [record.Row.Score].
func scoreSources(l *learner, out *suite.Decoder, metrics []suite.Metric) string {
	parts := decodeSources(l, out)
	for i := range metrics {
		addComponent(parts, sources.Metric, metrics[i].Name)
	}
	return record.FormatScore(parts)
}

// predictedNow reports whether the sources of the predictions of a row of old are those at hand,
// whatever became of its metrics. A fit of another build of the learner keeps its predictions.
func (f *Fit) predictedNow(old *record.Fit, row *record.Row, out *suite.Decoder) bool {
	was, is := record.ParseScore(row.Score), decodeSources(f.learner, out)
	if own := "predict:" + f.Learner.Name; old.Identity[build] != f.part(build) {
		delete(was, own)
		delete(is, own)
	}
	for part := range was {
		if is[part] == "" && !strings.HasPrefix(part, sources.Metric+":") {
			return false
		}
	}
	for part, hash := range is {
		if was[part] != hash {
			return false
		}
	}
	return true
}

// decodedNow reports whether the sources of spbench that a row's predictions come from are those at hand.
func decodedNow(row *record.Row) bool {
	out := suite.Decoder{Spec: suite.Spec{Name: row.Decoder}}
	was, is := record.ParseScore(row.Score), decodeSources(nil, &out)
	for part, hash := range is {
		if was[part] != hash {
			return false
		}
	}
	return true
}

// measuredNow reports whether a row was measured by a metric of the suite, and by the sources of the
// metric at hand. has lists the metrics of the row.
func measuredNow(row *record.Row, has []string, m *suite.Metric) bool {
	if !slices.Contains(has, compact(m)) {
		return false
	}
	was := record.ParseScore(row.Score)[sources.Metric+":"+m.Name]
	return was == tree().Component(sources.Metric, m.Name)
}

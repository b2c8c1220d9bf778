package reuse

import (
	"encoding/json"
	"maps"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Change is a part of the identity of a fit that has changed, or of a row ("row " and the part).
type Change struct {
	Part    string
	Was, Is string // "" if the fit has, or had, no such part
	Reason  error  // why the present value is unknown, such as a missing learner
}

// Changes compares a recorded fit of a plan with the same fit made now, by the present learner on
// the present data. It compares the identity and, unless row is nil, the sources of a row. Without
// changes, a run of the suite reuses the record.
func Changes(w *plan.File, rec *record.Fit, row *record.Row, o plan.Options) []Change {
	var changes []Change
	unknown := map[string]bool{} // parts
	source, err := o.FindLearner(rec.Learner)
	if err != nil {
		changes = append(
			changes, Change{Part: plan.Build, Was: rec.Identity[plan.Build], Reason: err},
		)
		unknown[plan.Build] = true
	}
	now := maps.Clone(rec.Identity)
	now[plan.Build] = source.Identity
	p, err := plan.ReopenChanged(w, rec.Dataset, o)
	var f *plan.Fit
	if err == nil {
		f, err = p.FitBy(rec, source)
	}
	if err != nil {
		changes = append(changes, Change{Part: "data", Was: rec.Identity["data"], Reason: err})
		unknown["data"] = true
	} else {
		now = f.Identity()
	}
	was := rec.Identity
	if row != nil {
		was, now = maps.Clone(was), maps.Clone(now)
		addPrefixed(was, row.Score)
		addPrefixed(now, rowSources(w, &plan.Learner{Source: source}, row))
	}
	for _, part := range plan.Differing(was, now) {
		if !unknown[part] {
			changes = append(changes, Change{Part: part, Was: was[part], Is: now[part]})
		}
	}
	return changes
}

// addPrefixed adds the sources of a row, as in [record.Row.Score], with "row " before their names.
func addPrefixed(parts map[string]string, score string) {
	for part, hash := range record.ParseScore(score) {
		parts["row "+part] = hash
	}
}

// rowSources returns the present sources that would score a row, as in [record.Row.Score].
func rowSources(w *plan.File, l *plan.Learner, row *record.Row) string {
	metrics := w.Suite.Metrics
	if row.Measures != nil && json.Unmarshal(row.Measures, &metrics) != nil {
		metrics = nil
	}
	return plan.RowSources(l, &suite.Decoder{Spec: suite.Spec{Name: row.Decoder}}, metrics)
}

package run

import (
	"encoding/json"
	"maps"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Change is one part of the identity of a fit, or of a row ("row " and the part), that has changed.
type Change struct {
	Part    string
	Was, Is string // "" where the fit has, or had, no such part
	Reason  error  // why there is no telling what it is, such as that the learner is gone
}

// Changes compares the identity of an outcome of the written plan, and what scored
// its row, with that of the same fit done now: with the learner as it is found and
// the data as they are. No change means that running the suite would find the
// outcome. A row of nil asks about the fit alone.
func Changes(w *Written, rec *record.Fit, row *record.Row, o Options) []Change {
	var changes []Change
	missing := map[string]bool{} // parts that nothing can be said about
	source, err := find.Learner(rec.Learner, o.find())
	if err != nil {
		changes = append(changes, Change{Part: build, Was: rec.Identity[build], Reason: err})
		missing[build] = true
	}
	now := maps.Clone(rec.Identity)
	now[build] = source.Identity
	p, err := reopen(w, rec.Dataset, o)
	var f *Fit
	if err == nil {
		f, err = p.find(rec, source)
	}
	if err != nil {
		changes = append(changes, Change{Part: "data", Was: rec.Identity["data"], Reason: err})
		missing["data"] = true
	} else {
		now = f.Identity()
	}
	was := rec.Identity
	if row != nil {
		was, now = maps.Clone(was), maps.Clone(now)
		for part, hash := range record.ParseScore(row.Score) {
			was["row "+part] = hash
		}
		for part, hash := range record.ParseScore(rowSources(w, &learner{source: source}, row)) {
			now["row "+part] = hash
		}
	}
	for _, part := range Differing(was, now) {
		if !missing[part] {
			changes = append(changes, Change{Part: part, Was: was[part], Is: now[part]})
		}
	}
	return changes
}

// rowSources returns the sources at hand that would score a row, as in [record.Row.Score].
func rowSources(w *Written, l *learner, row *record.Row) string {
	metrics := w.Suite.Metrics
	if row.Measures != nil && json.Unmarshal(row.Measures, &metrics) != nil {
		metrics = nil
	}
	return scoreSources(l, &suite.Decoder{Spec: suite.Spec{Name: row.Decoder}}, metrics)
}

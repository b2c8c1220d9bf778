package bench

import (
	"maps"

	"github.com/spbench/spbench/internal/host"
	"github.com/spbench/spbench/internal/record"
)

// A Change is one part of the identity of a fit that is not what it was.
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
	source, err := host.Find(rec.Learner, o.find())
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
		was[score], now[score] = row.Score, scoreSide()
	}
	for _, part := range differences(was, now) {
		if !missing[part] {
			changes = append(changes, Change{Part: part, Was: was[part], Is: now[part]})
		}
	}
	return changes
}

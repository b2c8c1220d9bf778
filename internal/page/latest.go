package page

import (
	"github.com/spbench/spbench/internal/record"
)

// A planned is a fit of the plan with what came of it.
type planned struct {
	fit   *record.Fit // nil where the table has none
	stale bool        // it was scored by other sources than the rest, and is left out
}

// latest returns the fits of the plan in the order of the table, each once, as the table takes them (see [record.Standing]).
func latest(r *Run) (all []planned) {
	at, _ := record.Standing(r.Fits)
	seen := map[record.Place]bool{}
	for i := range r.Entries {
		e := &r.Entries[i]
		place := record.Place{Dataset: e.Dataset, Label: e.Label, Split: e.Split, Seed: e.Seed}
		if !seen[place] {
			seen[place] = true
			all = append(all, planned{at[place], e.Stale})
		}
	}
	return all
}

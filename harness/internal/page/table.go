package page

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// A results is the table of results.
type results struct {
	*grid.Grid          // its title is for screen readers
	Rest       []string // notes that are folded
}

// newResults returns the results of a run.
func newResults(r *Run) results {
	g := layout.Grid(r.Table, "Bold")
	g.Title, g.Label = "Table of results of "+r.Suite.Name, "results"
	t, all := results{Grid: &g}, g.Notes
	g.Notes = nil
	for i, text := range all {
		at, hash := slices.Index(r.Table.Notes, text), i == len(all)-1
		if hash || at >= 0 && r.Table.Levels[at] > table.Short {
			t.Rest = append(t.Rest, text)
		} else { // a full note may repeat a brief one
			g.Notes = ordered.Add(g.Notes, text)
		}
	}
	return t
}

package page

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// A results is the table of results. Its runs may be joined.
type results struct {
	*grid.Grid          // its title is for screen readers
	Rest       []string // notes that are folded
}

// newResults returns the results of a run, with links to the details of the learners.
func newResults(r *Run, id string) results {
	g := layout.Grid(r.Table, "Bold")
	g.Title, g.Label = "Table of results of "+r.Suite.Name, id
	for i, row := range g.Rows {
		row[0].Link = "#" + learnerID(r, id, r.Table.Rows[i].Label)
	}
	t, all := results{Grid: &g}, g.Notes
	g.Notes = nil
	for i, text := range all {
		at, hash := slices.Index(r.Table.Notes, text), i == len(all)-1
		if hash || at >= 0 && r.Table.Levels[at] > table.Short {
			t.Rest = append(t.Rest, text)
		} else {
			g.Notes = append(g.Notes, text)
		}
	}
	return t
}

// newJointResults returns the results of joined runs.
func newJointResults(r *study.Run) results {
	g := layout.Grid(r.Table, "Bold")
	var columns []int
	for i, h := range g.Heads {
		if i == 0 || h.Kind == "decoder" || h.Kind == "results" {
			columns = append(columns, i)
		}
	}
	// Notes of runs are below their own tables.
	legend := slices.DeleteFunc(g.Notes[:len(g.Notes)-1],
		func(text string) bool { return slices.Contains(r.Table.Notes, text) })
	if r.Mixed {
		for _, row := range g.Rows {
			for i := range row {
				row[i].Mark, row[i].Bold = "", false
			}
		}
		legend = []string{"Runs have different controls: see the marks in their own tables."}
	}
	g = g.Select(columns)
	g.Title, g.Label = "Table of results of all runs", "joint"
	g.Notes = append(legend, "Marks and intervals are those of each run. They hold together within "+
		"a run, not over runs.")
	return results{Grid: &g}
}

package page

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// A linkedTable is a grid on the page. Its title is for screen readers.
type linkedTable struct {
	*grid.Grid
	ID   string   // article of a table of results; "" for other tables
	Rest []string // notes that are folded
}

// newTable returns the results of a run, with links to the details of the learners.
func newTable(r *Run, id string) linkedTable {
	g := layout.Grid(r.Table, "Bold")
	for i, row := range g.Rows {
		row[0].Link = "#" + learnerID(r, id, r.Table.Rows[i].Label)
	}
	t := linkedTable{titled("Table of results of "+r.Suite.Name, &g).Grid, id, nil}
	t.Notes = nil
	hash := len(g.Notes) - 1
	for i, text := range g.Notes {
		at := slices.Index(r.Table.Notes, text)
		if i == hash || at >= 0 && r.Table.Levels[at] > table.Short {
			t.Rest = append(t.Rest, text)
		} else {
			t.Notes = append(t.Notes, text)
		}
	}
	return t
}

// newJointTable returns the results of joined runs.
func newJointTable(r *study.Run) linkedTable {
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
	g.Notes = append(legend, "Marks and intervals are those of each run. They hold together within "+
		"a run, not over runs.")
	return linkedTable{titled("Table of results of all runs", &g).Grid, "joint", nil}
}

// titled returns a grid with a title.
func titled(title string, g *grid.Grid) linkedTable {
	named := *g
	named.Title = title
	return linkedTable{&named, "", nil}
}

// more returns the rows in Grid.More.
func more(t linkedTable) linkedTable {
	rest := *t.Grid
	rest.Rows = rest.More
	return linkedTable{&rest, t.ID, nil}
}

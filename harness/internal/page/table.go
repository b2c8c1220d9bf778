package page

import (
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// A linkedTable is a grid on the page. Its title is for screen readers.
type linkedTable struct {
	*grid.Grid
	ID string // article of a table of results; "" for other tables
}

// newTable returns the results of a run, with links to the details of the learners.
func newTable(r *Run, id string) linkedTable {
	g := layout.Grid(r.Table, "Bold", "bold with ~")
	for i, row := range g.Rows {
		row[0].Link = "#" + learnerID(r, id, r.Table.Rows[i].Label)
	}
	return linkedTable{titled("Table of results of "+r.Suite.Name, &g).Grid, id}
}

// titled returns a grid with a title.
func titled(title string, g *grid.Grid) linkedTable {
	named := *g
	named.Title = title
	return linkedTable{&named, ""}
}

// more returns the rows in Grid.More.
func more(t linkedTable) linkedTable {
	rest := *t.Grid
	rest.Rows = rest.More
	return linkedTable{&rest, t.ID}
}

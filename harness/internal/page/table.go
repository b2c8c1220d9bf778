package page

import "github.com/spbench/spbench/harness/internal/grid"

// A table is a grid on the page. Its title is for readers who cannot see where it stands.
type table struct {
	*grid.Grid
	ID string // of the section whose results it has; "": another table
}

// newTable returns the results of a run, linked to the details of the learners.
func newTable(r *Run, id string) table {
	g := r.Table.Grid("Bold", "bold with ~")
	for i, row := range g.Rows {
		row[0].Link = "#" + learnerID(r, id, r.Table.Rows[i].Label)
	}
	return table{titled("Table of results of "+r.Suite.Name, &g).Grid, id}
}

// titled returns a grid under that title.
func titled(title string, g *grid.Grid) table {
	named := *g
	named.Title = title
	return table{&named, ""}
}

// more returns the rows that only a page has.
func more(t table) table {
	rest := *t.Grid
	rest.Rows = rest.More
	return table{&rest, t.ID}
}

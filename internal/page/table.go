package page

import (
	"math"
	"strconv"

	"github.com/spbench/spbench/internal/report"
)

// A table is that of a run as rows of cells.
type table struct {
	ID, Name  string // of the run
	Heads     []report.Head
	Rows      [][]cell
	Sentences []string
	Footnotes []string
}

// A cell is a field with what it is sorted by.
type cell struct {
	report.Field
	Head   report.Head
	Value  string // what Mean rounds, "" where it is a word
	Anchor string // of the details of its row
	ID     string // of the section
}

func newTable(r *Run, id string) *table {
	l := r.Table.Layout()
	t := &table{ID: id, Name: r.Suite.Name, Heads: l.Heads, Sentences: r.Table.Sentences("Bold", "bold with ~"), Footnotes: r.Table.Footnotes}
	for i, line := range l.Lines {
		row := make([]cell, len(line))
		for c, f := range line {
			row[c] = cell{Field: f, Head: l.Heads[c], ID: id}
			if !math.IsNaN(f.Value) {
				row[c].Value = strconv.FormatFloat(f.Value, 'g', -1, 64)
			}
		}
		row[0].Anchor = learnerID(r, id, r.Table.Rows[i].Label)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Numeric reports whether the fields below a head are numbers.
func (c cell) Numeric() bool { return numeric(c.Head) }

func numeric(h report.Head) bool { return h.Number || h.Result }

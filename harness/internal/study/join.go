package study

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// Join joins runs for the sections summary and ranks. Rows are joined by the names of learner and
// decoder. The table has the compared columns of each run, with its tests and marks; nothing is
// tested again. Datasets of several runs with the same label get the name of their run.
func Join(runs []*Run) *Run {
	first := runs[0].Table
	t := &table.Table{Title: fmt.Sprintf("%d runs", len(runs)), Alpha: first.Alpha,
		Against: first.Against, Equivalence: first.Equivalence}
	joint := &Run{Suite: &suite.Suite{}, Metrics: runs[0].Metrics, Table: t}
	t.Suite = joint.Suite
	for i, r := range runs {
		if r.Table.Against != first.Against {
			t.Against, joint.Mixed = "", true
		}
		if r.Table.Equivalence != first.Equivalence {
			t.Equivalence = 0
		}
		name := func(dataset string) string {
			if unique(runs, dataset) {
				return dataset
			}
			return fmt.Sprintf("%s (%s, run %d)", dataset, r.Suite.Name, i+1)
		}
		for _, d := range r.Suite.Datasets {
			if at := slices.IndexFunc(r.Fits, func(f record.Fit) bool { return f.Dataset == d.Label }); at >= 0 {
				d.Name += r.Fits[at].DatasetHash // two folders may have different files of one name
			}
			d.Label = name(d.Label)
			joint.Suite.Datasets = append(joint.Suite.Datasets, d)
		}
		for _, e := range r.Entries {
			e.Dataset = name(e.Dataset)
			joint.Entries = append(joint.Entries, e)
		}
		for n, text := range r.Table.Notes {
			t.Notes, t.Levels = append(t.Notes, text), append(t.Levels, r.Table.Levels[n])
		}
		for c := range r.Table.Columns {
			if r.Table.Columns[c].Compared {
				addColumn(t, r.Table, c, name(r.Table.Columns[c].Dataset))
			}
		}
	}
	return joint
}

// unique reports whether one run alone has a dataset with this label.
func unique(runs []*Run, dataset string) bool {
	n := 0
	for _, r := range runs {
		if slices.Contains(r.Table.Datasets, dataset) {
			n++
		}
	}
	return n < 2
}

// addColumn adds a column of a different table under the name of a dataset. Rows without a cell get
// an empty one.
func addColumn(t, from *table.Table, c int, dataset string) {
	col := from.Columns[c]
	col.Dataset = dataset
	t.Datasets, t.Columns = append(t.Datasets, dataset), append(t.Columns, col)
	for r := range from.Rows {
		row := &from.Rows[r]
		at := slices.IndexFunc(t.Rows, func(o table.Row) bool {
			return o.Name() == row.Name() && o.Shown == row.Shown && o.Rival == row.Rival
		})
		if at < 0 {
			at = len(t.Rows)
			t.Rows = append(t.Rows, table.Row{Label: row.Label, Decoder: row.Decoder, Shown: row.Shown,
				Rival: row.Rival, Cells: make([]table.Cell, len(t.Columns)-1)})
		}
		cell := row.Cells[c]
		cell.Note, cell.Published = 0, nil
		t.Rows[at].Cells = append(t.Rows[at].Cells, cell)
	}
	for r := range t.Rows {
		if len(t.Rows[r].Cells) < len(t.Columns) {
			t.Rows[r].Cells = append(t.Rows[r].Cells, table.Cell{})
		}
	}
}

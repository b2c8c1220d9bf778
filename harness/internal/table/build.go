package table

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// Build makes the table of the entries: means, tests, what others add to them, and the selection of
// what to show. Rows and datasets come in the order in which the entries first name them. The table
// keeps a copy of the entries. Package claims adds published numbers; later, package notes the notes.
func Build(title string, entries []Entry, opt Options, adds ...func(*Table) error) (*Table, error) {
	t, err := Tested(title, entries, opt)
	for _, add := range adds {
		if err == nil {
			err = add(t)
		}
	}
	if err != nil {
		return nil, err
	}
	return t.Show(opt.Show)
}

// Tested makes the table of the entries with all rows, before a selection and without marks.
func Tested(title string, entries []Entry, opt Options) (*Table, error) {
	cells, err := NewCells(entries, opt)
	if err != nil {
		return nil, err
	}
	tests, err := NewTests(cells, opt.Alpha)
	if err != nil {
		return nil, err
	}
	return tests.table(title), nil
}

// table returns the table of all rows, with their effort and without marks.
func (t *Tests) table(title string) *Table {
	rows := slices.Clone(t.Rows)
	for r := range rows {
		rows[r].Cells = slices.Clone(rows[r].Cells)
		t.addEffort(&rows[r])
	}
	return &Table{Title: title, Alpha: t.Alpha, Comparisons: t.Comparisons, Against: t.Against,
		Datasets: t.Datasets, Columns: slices.Clone(t.Columns), Rows: rows,
		ResultHash: resultHash(t.Entries), Entries: t.Entries, Facts: FactsOf(t.Entries),
		Suite: t.Suite, Correction: t.Correction, tests: t,
		view: view{rows: upTo(len(t.Rows)), columns: upTo(len(t.Columns))}}
}

// addEffort adds to a row what its fits cost on each dataset, how they were tuned, and how many
// predictions did not converge.
func (t *Cells) addEffort(row *Row) {
	for _, dataset := range t.Datasets {
		entries := t.groups.at[place{rowName{row.Label, row.Decoder}, dataset}]
		effort := newEffort(entries)
		for i := range effort.Fits {
			f := &effort.Fits[i]
			f.AsSet = f.Ended == sp.EndedByLimit && setsLength(t.Suite, row.Label, dataset)
		}
		row.Effort = append(row.Effort, effort)
		if t.groups.tuned {
			var chooses Metric
			for _, col := range t.Columns {
				if col.Compared && col.Dataset == dataset {
					chooses = col.Metric
				}
			}
			row.Tuning = append(row.Tuning, newTuning(entries, chooses))
		}
		row.NotConverged = append(row.NotConverged, notConverged(entries))
	}
	if !slices.ContainsFunc(row.NotConverged, func(s record.Number) bool { return s > 0 }) {
		row.NotConverged = nil
	}
}

// notConverged returns the share of predictions of a row on a dataset that did not converge.
func notConverged(entries []*Entry) record.Number {
	stopped, made := 0, 0
	for _, e := range entries {
		if len(e.Row.Metrics) > 0 {
			stopped, made = stopped+e.Row.NotConverged, made+e.Test
		}
	}
	return record.Number(float64(stopped) / float64(max(made, stopped, 1)))
}

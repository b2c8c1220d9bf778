package table

import "slices"

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

package table

import "slices"

// markControl marks and returns the control row of column c for the rows of a protocol: the first
// decoder of the control learner that has it. It returns -1 if that row is not
// complete, or no other row is.
func markControl(t *Table, c int, p protocol) int {
	at := slices.IndexFunc(t.Rows, func(r Row) bool {
		return r.Label == t.Against &&
			r.protocol(c) == p && !r.Outside()
	})
	if at < 0 || !t.Rows[at].Cells[c].Complete() {
		return -1
	}
	for r := range t.Rows {
		if r != at && t.Rows[r].competes(c, p) {
			t.Rows[at].Cells[c].Control = true
			return at
		}
	}
	return -1
}

// comparePlacebos tests each placebo against the row that it repeats, in the columns of the
// compared metric. These tests change no mark of other rows and do not count in the correction.
func comparePlacebos(t *Table) error {
	for r := range t.Rows {
		row := &t.Rows[r]
		if row.PlaceboOf == "" || row.Rival {
			continue
		}
		of := findRow(t, row.PlaceboOf, row.Decoder)
		for c := range t.Columns {
			col := &t.Columns[c]
			if of < 0 || !col.Compared || col.method.silent != "" ||
				!row.Cells[c].Complete() || !t.Rows[of].Cells[c].Complete() {
				continue
			}
			test, _, err := t.Test(r, of, c, 0)
			if err != nil {
				return err
			}
			p := Pair{Column: c, Test: test, Adjusted: 1}
			p.Low, p.High = test.Interval(1 - t.Alpha)
			row.Cells[c].setTest(&p, t.Rows[of].Name())
			if col.Test == "" && finite(test.P) {
				col.Silent = ""
				t.Describe(c, []Pair{p})
			}
		}
	}
	return nil
}

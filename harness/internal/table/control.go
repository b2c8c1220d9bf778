package table

import "slices"

// markControl marks and returns the control row of column c for the rows of a protocol: the first
// decoder of the control learner that has it. It returns -1 if that row is not
// complete, or no other row is.
func markControl(t *Table, c int, p protocol) int {
	at := slices.IndexFunc(t.Rows, func(r Row) bool {
		return r.Label == t.Against &&
			r.protocol(c) == p && !r.Rival
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

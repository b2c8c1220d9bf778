package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
)

// control marks and returns the row that those of column c that are shown so much are tested
// against: of the decoders of that learner the first that is shown as much; -1 if it is not complete or
// there is nothing to test.
func (t *Table) control(c int, shown string) int {
	at := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Label == t.Against && r.competes(shown) })
	if at < 0 || !t.Rows[at].Cells[c].Complete() {
		return -1
	}
	for r := range t.Rows {
		if r != at && t.Rows[r].competes(shown) && t.Rows[r].Cells[c].Complete() {
			t.Rows[at].Cells[c].Control = true
			return at
		}
	}
	return -1
}

// layAgainst marks a field of a table with a control: that row, those that are better or worse,
// and those that are neither.
func (t *Table) layAgainst(f grid.Cell, c *Cell, higher bool) grid.Cell {
	f.Undecided = false
	mark := ""
	switch {
	case c.Control:
		mark = "control"
	case !finite(float64(c.Adjusted)):
	case c.Undecided:
		mark = "~"
	case c.Effect > 0 == higher:
		mark = "+"
	default:
		mark = "−"
	}
	f.Tail = joined(mark, f.Tail)
	return f
}

// legendAgainst explains these marks.
func (t *Table) legendAgainst() string {
	for r := range t.Rows {
		if slices.ContainsFunc(t.Rows[r].Cells, func(c Cell) bool { return c.Control }) {
			return fmt.Sprintf("Against %s, the declared control: + better, − worse, ~ undecided; nothing is said of other pairs", t.Rows[r].name())
		}
	}
	for r := range t.Rows { // it is not shown
		for _, c := range t.Rows[r].Cells {
			if t.Against != "" && c.Against != "" && t.Rows[r].PlaceboOf == "" {
				return fmt.Sprintf("Against %s, the declared control, which is not shown: + better, − worse, ~ undecided", c.Against)
			}
		}
	}
	return ""
}

// Correction words how the p of the table are adjusted for being a family: that of the whole table, whatever of it is shown.
func (t *Table) Correction() string { return t.family }

func (t *Table) correction() string {
	flips, rest := familySizes(t.pairs)
	of, alone := "pairs", ""
	if t.Against != "" {
		of, alone = "comparisons", fmt.Sprintf("against %s alone: ", t.Against)
	}
	switch {
	case len(t.pairs) == 0:
		return "of nothing but placebos"
	case flips+rest == 0:
		return "of equal rows alone"
	case flips+rest == 1:
		return "a single comparison"
	case rest == 0:
		return fmt.Sprintf("%sstep-down max T over all %d %s", alone, flips, of)
	case flips == 0:
		return fmt.Sprintf("%sHolm over all %d %s", alone, rest, of)
	}
	return fmt.Sprintf("%sstep-down max T over the %d %s on one split, Holm over the %d others, each at its share of α", alone, flips, of, rest)
}

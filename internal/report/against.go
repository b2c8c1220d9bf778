package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/internal/stats"
	"github.com/spbench/spbench/internal/suite"
)

// against returns the label of the learner that the suite wants the others tested against;
// "" for none.
func against(s *suite.Suite) string {
	if s == nil {
		return ""
	}
	return s.Against
}

// control marks and returns the row that those of column c that are shown so much are tested
// against: of the outputs of that learner the first that is shown as much; -1 if it is not complete or
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

// adjust returns the p of all pairs, adjusted for being a family: by Holm, but against a control,
// where all of them flip signs, by the joint flips of all rows.
func (t *Table) adjust() []float64 {
	if t.jointly() {
		return stats.MaxT(t.jointFlips())
	}
	p := make([]float64, len(t.pairs))
	for i := range t.pairs {
		p[i] = t.pairs[i].test.P
	}
	return stats.Holm(p)
}

// jointly reports whether all pairs are with a control and flip signs.
func (t *Table) jointly() bool { return jointly(t.pairs) }

func jointly(family []pair) bool {
	return len(family) > 0 && !slices.ContainsFunc(family, func(p pair) bool { return p.flipped == nil })
}

// times returns the factor by which the correction makes the smallest p of a family larger.
func times(family []pair) float64 {
	if jointly(family) {
		return 1
	}
	return float64(len(family))
}

// jointFlips returns the differences of each pair over the instances of its column, 0 where
// they are undefined, and where that column's begin among those of all columns.
func (t *Table) jointFlips() (start []int, rows [][]float64) {
	begin, n := map[int]int{}, 0
	for _, p := range t.pairs {
		if _, ok := begin[p.column]; !ok {
			begin[p.column] = n
			n += len(p.flipped)
		}
	}
	for _, p := range t.pairs {
		d := slices.Clone(p.flipped)
		for k := range d {
			if math.IsNaN(d[k]) {
				d[k] = 0
			}
		}
		start, rows = append(start, begin[p.column]), append(rows, d)
	}
	return start, rows
}

// layAgainst marks a field of a table with a control: that row, those that are better or worse,
// and those that are neither.
func (t *Table) layAgainst(f Field, c *Cell, higher bool) Field {
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
	switch n := t.Comparisons; {
	case n == 0:
		return "of nothing but placebos"
	case n == 1:
		return "a single comparison"
	case t.jointly():
		return fmt.Sprintf("against %s alone: %d comparisons, step-down max T by joint sign flips", t.Against, n)
	case t.Against != "":
		return fmt.Sprintf("against %s alone: Holm over %d comparisons", t.Against, n)
	default:
		return fmt.Sprintf("Holm over all %d pairs", n)
	}
}

package table

import (
	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A Pair is two complete rows of a column.
type Pair struct {
	Column, A, B int // of Table.Columns and Table.Rows

	Test     stats.Test // of the value of A minus that of B; P is NaN where it was not tested
	Adjusted float64    // Test.P after the table's correction
	Bound    bool       // Adjusted is an upper bound, as random flips can show no less

	flips bool // P is by sign flips
}

// Pairs returns all pairs of rows that can be compared, A < B, in the columns of the first metric:
// both are shown the same of the test set, and neither is a placebo. The tests are the table's.
func (t *Table) Pairs() []Pair {
	tested := map[[3]int]Pair{}
	for _, p := range t.pairs {
		tested[[3]int{p.Column, p.A, p.B}] = p
	}
	var pairs []Pair
	for c := range t.Columns {
		if t.Columns[c].Metric.Name != t.compared() {
			continue
		}
		for a := range t.Rows {
			for b := a + 1; b < len(t.Rows); b++ {
				first, second := &t.Rows[a].Cells[c], &t.Rows[b].Cells[c]
				if !first.Complete() || !second.Complete() || !t.Rows[a].competes(t.Rows[b].Shown) || !t.Rows[b].competes(t.Rows[a].Shown) {
					continue
				}
				p, known := tested[[3]int{c, a, b}]
				if !known {
					p = Pair{Column: c, A: a, B: b, Test: undefined, Adjusted: notANumber}
					p.Test.Effect = float64(first.Mean - second.Mean)
				}
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// Instances returns what row r has on the test instances of column c, averaged over seeds: a sample for each
// split, whose values have the cell's mean; NaN for an instance without a value. nil where that
// was not recorded. The caller must not change it.
func (t *Table) Instances(r, c int) []stats.Sample { return t.samples[r][c].parts }

// Difference words a difference of two values of the column as its tables do, with one decimal more.
func (c *Column) Difference(v float64) string {
	return wording.Signed(c.Metric.Scale()*v, c.Digits+1)
}

// Deviation words a standard deviation of values of the column, with one decimal more than its tables; "" for
// what is not known.
func (c *Column) Deviation(v float64) string {
	if !finite(v) {
		return ""
	}
	return chart.Fixed(c.Metric.Scale()*v, c.Digits+1)
}

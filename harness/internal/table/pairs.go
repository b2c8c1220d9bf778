package table

import "github.com/spbench/spbench/harness/internal/stats"

// A Pair is two complete rows of a column.
type Pair struct {
	Column, A, B int // indices in Table.Columns and Table.Rows

	Test     stats.Test // of the value of A minus that of B; P is NaN if it was not tested
	Adjusted float64    // Test.P after the table's correction
	Bound    bool       // Adjusted is an upper bound: random flips allow no smaller p

	// Low and High are the simultaneous interval of the difference: all intervals of the table hold
	// their true differences with probability 1−α. On one split they are single-step intervals of
	// [stats.FlipPairs], else those of Bonferroni. If the pair is significant only step-down, the
	// interval ends at 0. NaN: not tested, or the instances are too few for an interval.
	Low, High float64

	flips bool // P comes from sign flips
}

// Reverse returns the pair with its rows exchanged.
func (p Pair) Reverse() Pair {
	p.A, p.B = p.B, p.A
	p.Test.Effect, p.Low, p.High = 0-p.Test.Effect, 0-p.High, 0-p.Low // not −0
	return p
}

// setInterval sets Low and High from a single-step interval at the level of the table. Rows that
// differ nowhere have no interval: a few equal instances do not show that others are equal.
func (p *Pair) setInterval(low, high, alpha float64) {
	if p.Adjusted <= alpha {
		low, high = stats.MarkedInterval(p.Test.Effect, low, high)
	}
	if p.Low, p.High = low, high; !finite(low) || !finite(high) || p.Equal() {
		p.Low, p.High = notANumber, notANumber
	}
}

// Pairs returns all pairs of rows, A < B, that can be compared in the columns of the compared
// metric, see [Table.Comparable]. The tests are the table's. A
// neutral metric has no pairs.
func (t *Table) Pairs() []Pair {
	tested := map[[3]int]Pair{}
	for _, p := range t.pairs {
		tested[[3]int{p.Column, p.A, p.B}] = p
	}
	var pairs []Pair
	for c := range t.Columns {
		if !t.Columns[c].Compared || t.Columns[c].Metric.Neutral {
			continue
		}
		for a := range t.Rows {
			for b := a + 1; b < len(t.Rows); b++ {
				first, second := &t.Rows[a].Cells[c], &t.Rows[b].Cells[c]
				if !t.Comparable(a, b, c) {
					continue
				}
				p, known := tested[[3]int{c, a, b}]
				if !known {
					p = Pair{Column: c, A: a, B: b, Test: undefined, Adjusted: notANumber,
						Low: notANumber, High: notANumber}
					p.Test.Effect = float64(first.Mean - second.Mean)
				}
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// Mean returns the test behind the standard error of the mean of row r in column c, and the layout
// of its splits. Err is NaN if the layout has no test.
func (t *Table) Mean(r, c int) (stats.Test, stats.Layout) {
	m := &t.Columns[c].method
	return m.estimate(t.samples[r][c], stats.Prior{}), m.layout
}

// Instances returns the values of row r on the test instances of column c, averaged over seeds: a
// sample for each split, with the cell's mean. An instance without a value has NaN. If instances have
// groups, these are values by group with the same mean. It returns nil if instances were not
// recorded. The caller must not change the result.
func (t *Table) Instances(r, c int) []stats.Sample { return t.samples[r][c].parts }

// Own returns the ratio num/den of each test instance of column c in row r, averaged over seeds: a
// sample for each split. It returns nil if instances were not recorded, and for metrics without a
// value per instance, such as F1. The caller must not change the result.
func (t *Table) Own(r, c int) []stats.Sample { return t.samples[r][c].own }

package table

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/stats"
)

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

// Equal reports whether the rows of a pair differ nowhere. The p of such a pair is always 1, so the
// correction does not count it (Tarone 1990).
func (p *Pair) Equal() bool { return p.Test.Effect == 0 && !finite(p.Test.Err) }

// countTests returns how many pairs with a difference are tested by sign flips, and how many not.
func countTests(pairs []Pair) (flips, rest int) {
	for i := range pairs {
		switch {
		case pairs[i].Equal():
		case pairs[i].flips:
			flips++
		default:
			rest++
		}
	}
	return flips, rest
}

// correct sets the adjusted p and the simultaneous intervals of all pairs, and P of sign flips. The
// pairs on one split are one family, corrected by [stats.FlipPairs]. The pairs of any other column
// are a family, corrected by [stats.Holm]. Each family has a share of α in proportion to its pairs,
// so the probability of any false difference is at most α.
func correct(t *Table) {
	flips, rest := countTests(t.pairs)
	t.Comparisons = flips + rest
	all := float64(t.Comparisons)
	flipSigns(t, all/max(1, float64(flips)))
	for c := range t.Columns {
		var p []float64
		var of []*Pair
		for i := range t.pairs {
			switch pair := &t.pairs[i]; {
			case pair.Column != c || pair.flips:
			case pair.Equal():
				pair.Adjusted = 1
				pair.setInterval(0, 0, t.Alpha)
			default:
				p, of = append(p, pair.Test.P), append(of, pair)
			}
		}
		for i, adjusted := range stats.Holm(p) {
			pair := of[i]
			pair.Adjusted = min(1, adjusted*(all/float64(len(p))))
			low, high := pair.Test.Interval(1 - t.Alpha/all)
			pair.setInterval(low, high, t.Alpha)
		}
	}
}

// flipSigns sets P, the adjusted p and the intervals of the pairs on one split. factor is α over
// their share of it.
func flipSigns(t *Table, factor float64) {
	var start []int
	var rows [][]float64
	var of []*Pair
	var pairs [][2]int
	begin, end := map[int]int{}, 0 // of the instances of a column
	known := map[[2]int]int{}      // index in rows, by row and column
	index := func(r, c int) int {
		at, ok := known[[2]int{r, c}]
		if !ok {
			col := &t.Columns[c]
			values := flipped(t.groups.merged(col.Dataset, t.samples[r][c]).parts[0])
			if _, ok := begin[c]; !ok {
				begin[c], end = end, end+len(values)
			}
			at = len(rows)
			known[[2]int{r, c}] = at
			start, rows = append(start, begin[c]), append(rows, values)
		}
		return at
	}
	for i := range t.pairs {
		if p := &t.pairs[i]; p.flips {
			of, pairs = append(of, p), append(pairs, [2]int{index(p.A, p.Column),
				index(p.B, p.Column)})
		}
	}
	flips := stats.FlipPairs(start, rows, pairs)
	for i, pair := range of {
		pair.Test.P, pair.Adjusted = flips.P[i], min(1, flips.Adjusted[i]*factor)
		pair.Bound = pair.Test.Bound() && flips.Adjusted[i] <= pair.Test.Floor
		low, high := flips.Interval(&pair.Test, 1-t.Alpha/factor)
		pair.setInterval(low, high, t.Alpha)
	}
}

// correctionWords describes how the p of a table are corrected.
func correctionWords(pairs []Pair, against string) string {
	flips, rest := countTests(pairs)
	of, alone := "pairs", ""
	if against != "" {
		of, alone = "comparisons", fmt.Sprintf("against %s alone: ", against)
	}
	columns := map[int]bool{} // with several splits
	for i := range pairs {
		if p := &pairs[i]; !p.flips && !p.Equal() {
			columns[p.Column] = true
		}
	}
	switch {
	case len(pairs) == 0:
		return "no correction: nothing is compared"
	case flips+rest == 0:
		return "no correction: all rows are equal"
	case flips+rest == 1:
		return "a single comparison"
	case rest == 0:
		return fmt.Sprintf("%sstep-down max T over all %d %s", alone, flips, of)
	case flips == 0 && len(columns) == 1:
		return fmt.Sprintf("%sHolm over all %d %s", alone, rest, of)
	case flips == 0:
		return fmt.Sprintf("%sHolm over the %s of each dataset, each at its share of α among %d", alone, of, rest)
	}
	return fmt.Sprintf("%sstep-down max T over the %d %s on one split, Holm over those of each other dataset, each at its share of α among %d", alone, flips, of, flips+rest)
}

package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
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
// differ on no common instance have none: a few equal instances do not show that others are equal.
func (p *Pair) setInterval(low, high, alpha float64) {
	if p.Adjusted <= alpha {
		low, high = stats.MarkedInterval(p.Test.Effect, low, high)
	}
	equal := p.Test.Effect == 0 && !finite(p.Test.Err)
	if p.Low, p.High = low, high; !finite(low) || !finite(high) || equal {
		p.Low, p.High = notANumber, notANumber
	}
}

// countTests returns how many pairs are tested by sign flips, and how many not.
func countTests(pairs []Pair) (flips, rest int) {
	for i := range pairs {
		if pairs[i].flips {
			flips++
		}
	}
	return flips, len(pairs) - flips
}

// dropHopeless returns the pairs without those of columns in which no difference could be
// significant after correction, even if all values agreed, and the reason for each such column. The
// weakest column goes first, because each one that goes weakens the correction of the others.
func dropHopeless(family []Pair, alpha float64) (kept []Pair, hopeless map[int]string) {
	hopeless = map[int]string{}
	for {
		weakest, floor, n := -1, alpha, 0
		for _, c := range columnsOf(family) {
			if lowest, differences := lowestFloor(family, c); differences > 0 && lowest > floor {
				weakest, floor, n = c, lowest, differences
			}
		}
		if weakest < 0 {
			return family, hopeless
		}
		what := fmt.Sprintf("n = %d is too small to say anything", n)
		if stats.FlipFloor(n) == stats.FlipFloor(math.MaxInt) {
			what = "random signs are too few to say anything"
		}
		hopeless[weakest] = what + ": the smallest attainable p is " +
			chart.Significant(min(1, floor), 3) + " after correction"
		family = slices.DeleteFunc(family, func(f Pair) bool { return f.Column == weakest })
	}
}

// lowestFloor returns the smallest p that any pair in column c can reach after correction, and the
// largest number of differences of these pairs; 0 if there are none.
func lowestFloor(family []Pair, c int) (floor float64, n int) {
	floor = 1
	flips, rest := countTests(family)
	factor := float64(flips + rest)
	for _, f := range family {
		if f.Column == c {
			floor, n = min(floor, f.Test.Floor), max(n, f.Test.N)
			if f.flips {
				factor = float64(flips+rest) / float64(flips)
			}
		}
	}
	return floor * factor, n
}

// correct sets the adjusted p and the simultaneous intervals of all pairs, and P of sign flips. The
// pairs on one split are one family, corrected by [stats.FlipPairs]. The pairs of any other column
// are a family, corrected by [stats.Holm]. Each family has a share of α in proportion to its pairs,
// so the probability of any false difference is at most α. values are those of a row in a column. It
// returns how many tests p is corrected for.
func correct(pairs []Pair, alpha float64, values func(r, c int) []float64) int {
	flips, rest := countTests(pairs)
	all := float64(flips + rest)
	flipSigns(pairs, alpha, all/max(1, float64(flips)), values)
	for _, c := range columnsOf(pairs) {
		var p []float64
		var of []*Pair
		for i := range pairs {
			if pair := &pairs[i]; pair.Column == c && !pair.flips {
				p, of = append(p, pair.Test.P), append(of, pair)
			}
		}
		for i, adjusted := range stats.Holm(p) {
			pair := of[i]
			pair.Adjusted = min(1, adjusted*(all/float64(len(p))))
			low, high := pair.Test.Interval(1 - alpha/all)
			pair.setInterval(low, high, alpha)
		}
	}
	return flips + rest
}

// columnsOf returns the columns of pairs, in their order.
func columnsOf(pairs []Pair) (columns []int) {
	for i := range pairs {
		columns = append(columns, pairs[i].Column)
	}
	slices.Sort(columns)
	return slices.Compact(columns)
}

// flipSigns sets P, the adjusted p and the intervals of the pairs on one split. factor is α over
// their share of it.
func flipSigns(pairs []Pair, alpha, factor float64, values func(r, c int) []float64) {
	var start []int
	var rows [][]float64
	var of []*Pair
	var places [][2]int
	begin, end := map[int]int{}, 0 // of the instances of a column
	known := map[[2]int]int{}      // index in rows, by row and column
	index := func(r, c int) int {
		at, ok := known[[2]int{r, c}]
		if !ok {
			row := values(r, c)
			if _, ok := begin[c]; !ok {
				begin[c], end = end, end+len(row)
			}
			at = len(rows)
			known[[2]int{r, c}] = at
			start, rows = append(start, begin[c]), append(rows, row)
		}
		return at
	}
	for i := range pairs {
		if p := &pairs[i]; p.flips {
			of, places = append(of, p), append(places, [2]int{index(p.A, p.Column),
				index(p.B, p.Column)})
		}
	}
	flips := stats.FlipPairs(start, rows, places)
	for i, pair := range of {
		pair.Test.P, pair.Adjusted = flips.P[i], min(1, flips.Adjusted[i]*factor)
		pair.Bound = pair.Test.Bound() && flips.Adjusted[i] <= pair.Test.Floor
		low, high := flips.Interval(&pair.Test, 1-alpha/factor)
		pair.setInterval(low, high, alpha)
	}
}

// correctionWords describes how the p of a table are corrected.
func correctionWords(pairs []Pair, against string) string {
	flips, rest := countTests(pairs)
	of, alone := "pairs", ""
	if against != "" {
		of, alone = "comparisons", "against "+against+" alone: "
	}
	switch {
	case len(pairs) == 0:
		return "no correction: nothing is compared"
	case flips+rest == 1:
		return "a single comparison"
	case rest == 0:
		return fmt.Sprintf("%sstep-down max T over all %d %s", alone, flips, of)
	case flips == 0 && len(columnsOf(pairs)) == 1:
		return fmt.Sprintf("%sHolm over all %d %s", alone, rest, of)
	case flips == 0:
		return fmt.Sprintf("%sHolm over the %s of each dataset, each at its share of α among %d", alone, of, rest)
	}
	return fmt.Sprintf("%sstep-down max T over the %d %s on one split, Holm over those of each other dataset, each at its share of α among %d", alone, flips, of, flips+rest)
}

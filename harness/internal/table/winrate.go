package table

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A WinRate counts the test instances on which one row is better than another.
type WinRate struct {
	Better, Equal, Worse int // test instances, averaged over seeds, once for each split that tests them

	// Share is (Better + Equal/2)/n of each split, averaged over splits. Low and High are its
	// interval by the method of the column, cut to 0 … 1; NaN if the method has none.
	Share, Low, High float64
}

// WinRate compares rows a and b on the test instances of column c. The interval is at level 1−α. ok
// is false if instances have no values of their own, if these were not recorded, or if the two rows
// have different test instances. Cost: O(Σ n_j).
func (t *Table) WinRate(a, b, c int) (w WinRate, ok bool) {
	x, y := t.sample(a, c), t.sample(b, c)
	same := func(x, y stats.Sample) bool { return slices.Equal(x.Instances, y.Instances) }
	if x.own == nil || !slices.EqualFunc(x.own, y.own, same) {
		return WinRate{}, false
	}
	if t.Columns[c].Metric.Higher {
		x, y = y, x
	}
	ahead := sample{splits: x.splits}
	for j := range x.own {
		part := stats.Sample{Instances: x.own[j].Instances, Values: stats.Ahead(x.own[j].Values,
			y.own[j].Values), Train: x.own[j].Train}
		ahead.parts = append(ahead.parts, part)
	}
	for _, part := range ahead.known() {
		for _, v := range part.Values {
			switch v {
			case 1:
				w.Better++
			case 0:
				w.Worse++
			default:
				w.Equal++
			}
		}
		ahead.means = append(ahead.means, stats.Summarize(part.Values).Mean)
	}
	w.Share = stats.Summarize(ahead.means).Mean
	if t.Columns[c].method.division.grouped() {
		ahead.parts = byGroup(ahead.parts)
	}
	test := t.Columns[c].method.estimate(ahead, stats.Prior{})
	w.Low, w.High = test.Interval(1 - t.Alpha)
	w.Low, w.High = math.Max(0, w.Low), math.Min(1, w.High) // NaN stays
	return w, true
}

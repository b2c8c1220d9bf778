package table

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/stats"
)

// Wins say on how many test instances one row is ahead of another.
type Wins struct {
	Better, Equal, Worse int // of test instances, averaged over seeds, once for each split that tested them

	// Share is (Better + Equal/2)/n of each split, averaged over splits. Low and High are its interval by the rule of the column's
	// test, cut to 0 … 1; NaN where that has none.
	Share, Low, High float64
}

// Wins counts on how many test instances of column c row a is ahead of row b. ok is false where an instance has no number of
// its own, or it was not recorded, or the two were tested on other instances. The interval is at level 1−α. O(Σ n_j).
func (t *Table) Wins(a, b, c int) (w Wins, ok bool) {
	x, y := t.samples[a][c], t.samples[b][c]
	same := func(x, y stats.Sample) bool { return slices.Equal(x.Instances, y.Instances) }
	if x.own == nil || !slices.EqualFunc(x.own, y.own, same) {
		return Wins{}, false
	}
	if t.Columns[c].Metric.Higher {
		x, y = y, x
	}
	ahead := sample{splits: x.splits}
	for j := range x.own {
		part := stats.Sample{Instances: x.own[j].Instances, Values: stats.Ahead(x.own[j].Values, y.own[j].Values), Train: x.own[j].Train}
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
	test := t.Columns[c].judge.mean(ahead)
	w.Low, w.High = test.Interval(1 - t.Alpha)
	w.Low, w.High = math.Max(0, w.Low), math.Min(1, w.High) // NaN stays
	return w, true
}

// Own returns what row r has on the test instances of column c by themselves, averaged over seeds: num/den, a sample for each split. It is nil where
// that was not recorded, and of a metric that is a function of counts over the test set, such as an F1, of which one instance has no share. The
// caller must not change it.
func (t *Table) Own(r, c int) []stats.Sample { return t.samples[r][c].own }

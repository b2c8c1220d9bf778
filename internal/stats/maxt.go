package stats

import (
	"cmp"
	"math"
	"slices"
)

// MaxT returns the p-values of [SignFlip] for several rows of differences, adjusted for being a
// family (Westfall & Young 1993, algorithm 2.8, step-down max T): row[i] is the difference of one
// instance in each row, 0 where the row says nothing of it, and each random pattern of signs goes
// to all rows, so that what they share counts. The statistic of a row is |Σd|/√Σd², whose
// denominator no sign changes. Rejecting where a value is at most α keeps the probability of any
// false rejection at most α, up to the skewness of the differences, which signs even out; with rows
// that are much alike it finds more than [Holm] does.
//
// A row with NaN or infinity gets NaN and does not count; one of zeros gets 1. Patterns are
// enumerated up to 20 instances, else 32768 are drawn from a fixed seed, as SignFlip does.
// rows[r][i] is of instance start[r]+i, so that a row holds no more than those that it says something of; a nil start is all 0.
// O((2^n or draws)·Σ_r n_r/8) for rows of n_r instances, on all processors, with the same bits whatever their number; 2048 numbers
// and bits of signs at a time for each row and instance. Nothing is changed.
func MaxT(start []int, rows [][]float64) []float64 {
	if start == nil {
		start = make([]int, len(rows))
	}
	adjusted := make([]float64, len(rows))
	kept := informative(start, rows)
	var family []*flipped
	for r, d := range rows {
		f := newFlipped(r, start[r], d, kept)
		switch {
		case math.IsNaN(f.total):
			adjusted[r] = math.NaN()
		case f.norm == 0:
			adjusted[r] = 1
		default:
			family = append(family, f)
		}
	}
	slices.SortStableFunc(family, func(a, b *flipped) int { return cmp.Compare(a.statistic(), b.statistic()) })
	draws := 0
	patterns(len(kept), func(p *signs) {
		parallel(len(family), func(k int) { family[k].flip(p) })
		draws += p.n
		for k := range p.n {
			most := 0.0
			for _, f := range family { // from the smallest: the step of each is of itself and those before
				most = max(most, math.Abs(f.sums[k])/f.norm)
				if most >= f.threshold {
					f.hits++
				}
			}
		}
	})
	if len(kept) > exactMax { // the observed pattern is one of those that could have been drawn
		draws++
		for _, f := range family {
			f.hits++
		}
	}
	running := 0.0
	for _, f := range slices.Backward(family) {
		running = max(running, float64(f.hits)/float64(draws))
		adjusted[f.row] = running
	}
	return adjusted
}

// informative returns the instances of which some row has a difference, ascending.
func informative(start []int, rows [][]float64) (kept []int) {
	n := 0
	for r, d := range rows {
		n = max(n, start[r]+len(d))
	}
	some := make([]bool, n)
	for r, d := range rows {
		for i, x := range d {
			some[start[r]+i] = some[start[r]+i] || x != 0
		}
	}
	for i := range some {
		if some[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

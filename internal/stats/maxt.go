package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
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
// O((2^n or draws)·Σ_r n_r/8) for rows of n_r instances, and 256 bytes for each of these. Nothing is changed.
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
		case math.IsNaN(f.statistic):
			adjusted[r] = math.NaN()
		case f.statistic == 0:
			adjusted[r] = 1
		default:
			family = append(family, f)
		}
	}
	slices.SortStableFunc(family, func(a, b *flipped) int { return cmp.Compare(a.statistic, b.statistic) })
	draws := 0
	patterns(len(kept), func(words []uint64) {
		draws++
		most := 0.0
		for _, f := range family { // from the smallest: the step of each is of itself and those before
			most = max(most, f.under(words))
			if most >= f.threshold {
				f.hits++
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

// patterns calls use with the signs of n differences, a set bit for a negated one: with all patterns in
// which the first is not negated, as |Σ| is the same for both, or with random ones.
func patterns(n int, use func(words []uint64)) {
	words := make([]uint64, (n+63)/64)
	if n == 0 {
		return
	}
	if n <= exactMax {
		for b := range uint64(1) << (n - 1) {
			words[0] = b << 1
			use(words)
		}
		return
	}
	random := rand.New(rand.NewPCG(0x5fe14f27a3c1b0d9, 0x9e3779b97f4a7c15))
	for range flips {
		for i := range words {
			words[i] = random.Uint64()
		}
		use(words)
	}
}

// A flipped is one row of a family whose signs are flipped.
type flipped struct {
	row       int
	total     float64
	norm      float64        // √Σd²
	first     int            // the eight of signs that lost begins with
	lost      [][256]float64 // of each eight of its own differences
	statistic float64        // as observed; NaN where it is not finite
	threshold float64        // from which on one is as large
	hits      int
}

func newFlipped(row, start int, diff []float64, kept []int) *flipped {
	from, _ := slices.BinarySearch(kept, start)
	to, _ := slices.BinarySearch(kept, start+len(diff))
	f := &flipped{row: row, first: from / 8}
	d := make([]float64, to-8*f.first)
	size := 0.0
	for k := from; k < to; k++ {
		x := diff[kept[k]-start]
		d[k-8*f.first] = x
		f.total += x
		size += math.Abs(x)
		f.norm += x * x
	}
	f.norm = math.Sqrt(f.norm)
	if f.norm == 0 {
		return f
	}
	if size-size != 0 {
		f.statistic = math.NaN()
		return f
	}
	f.lost = lostSums(d)
	f.statistic, f.threshold = math.Abs(f.total)/f.norm, reached(f.total, size)/f.norm
	return f
}

// under returns the statistic under a pattern of signs.
func (f *flipped) under(words []uint64) float64 {
	sum := f.total
	for k := range f.lost {
		g := f.first + k
		sum -= f.lost[k][byte(words[g/8]>>(8*(g%8)))]
	}
	return math.Abs(sum) / f.norm
}

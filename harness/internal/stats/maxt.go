package stats

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Flips are the results of sign flips of a family of pairs.
type Flips struct {
	P, Adjusted []float64 // by pair; see [FlipPairs]

	most  []float64 // the largest statistic of the family under each pattern, ascending
	drawn bool      // patterns are drawn, and the observed one counts as one more
}

// FlipPairs tests whether the differences of pairs of rows are symmetric about zero, as they are if
// the two rows are exchangeable. It returns the P of each pair, the share of sign patterns ± with
// |Σ ±d| at least |Σ d| (Fisher 1935, §21), and P adjusted for the family of all pairs (Westfall &
// Young 1993, algorithm 2.8, step-down max T). With patterns drawn from a fixed seed, P is
// (1+hits)/(1+draws), valid for any number of draws (Phipson & Smyth 2010). Rejecting adjusted P of at most α keeps the probability of any
// false rejection at most α. This holds up to the skewness of the differences, since sign flips
// remove it.
//
// rows[r][i] is the value of row r at instance start[r]+i. NaN and infinity are missing values: a
// pair is tested on the instances with values in both rows. pairs name two rows of one start and
// length. Rows of several datasets have their own instances. A nil start is all 0. Arguments are
// not changed.
//
// Each random pattern of signs flips the differences of all pairs at once, so the dependence
// between pairs counts. The statistic of a pair is |Σd|/√Σd². Signs do not change the denominator.
// Both P of a pair are at least [FlipFloor] of its non-zero differences, for any number of pairs.
// Pairs of equal rows get 1 and are not in the family; pairs without a common instance get NaN.
//
// The flipped sum of a pair is the difference of two rows' sums. Cost: O(draws·(rows·instances/8 +
// pairs)) time on all processors, and 8 bytes per pair and 2 kB per row for each. Only a pair whose
// rows miss different instances needs a sum of its own. Patterns are enumerated for up to 16
// informative instances in all, else 32768 are drawn. Results do not depend on the number of
// processors. The result also keeps 8 bytes for each of at most 32768 patterns.
func FlipPairs(start []int, rows [][]float64, pairs [][2]int) *Flips {
	if start == nil {
		start = make([]int, len(rows))
	}
	f := newFlipFamily(start, rows, pairs)
	p, adjusted := f.outside, slices.Clone(f.outside)
	alone, joint, draws := f.count()
	slices.Sort(f.most)
	running := 0.0
	for k, c := range slices.Backward(f.contrasts) {
		running = max(running, c.floor, float64(joint[k])/draws)
		p[c.pair], adjusted[c.pair] = max(c.floor, float64(alone[k])/draws), running
	}
	return &Flips{p, adjusted, f.most, len(f.kept) > exactMax}
}

// Interval returns the simultaneous interval of a pair at a level such as 0.95, from its [Test]
// over the same instances: all intervals of the family hold their true differences with that
// probability. It contains 0 where the single-step P is above 1 − level. Step-down P is smaller, so
// a marked pair may have such an interval: see [MarkedInterval]. Equal rows have the interval 0
// to 0, and equal differences their value.
func (f *Flips) Interval(t *Test, level float64) (low, high float64) {
	if len(f.most) == 0 || math.IsNaN(t.Err) && t.Effect == 0 {
		return t.Effect, t.Effect
	}
	n, groups, half := float64(t.N), t.DF+1, math.Inf(1) // groups: G* or n
	if c := f.critical(1 - level); c*c < groups*(1-1e-9) {
		half = 0
		if finite(t.Err) {
			// |Σ(d−δ)|/√Σ(d−δ)² is at most c where |d̄−δ| is at most half.
			half = t.Err * c * math.Sqrt((n-1)/(groups-c*c)*(groups/n))
		}
	}
	return t.Effect - half, t.Effect + half
}

// critical returns the largest statistic with a single-step P above alpha; infinity if the observed
// pattern alone has such a P.
func (f *Flips) critical(alpha float64) float64 {
	n := len(f.most)
	if f.drawn {
		n++
	}
	reached := int(alpha*float64(n) + 1e-9)
	if reached < 1 {
		return math.Inf(1)
	}
	return f.most[n-1-reached]
}

// FlipFloor returns the smallest P from sign flips of n differences: 2/2ⁿ, or the smallest from
// random patterns, drawn for more than 16 differences.
func FlipFloor(n int) float64 { return max(drawnFloor, min(1, math.Ldexp(2, -n))) }

// A contrast is a pair of rows in the family.
type contrast struct {
	pair      int
	a, b      int
	own       bool    // the rows miss different instances
	scale     float64 // 1/√Σd²
	statistic float64
	threshold float64 // a flipped statistic of at least this counts as reached
	floor     float64
}

// A flipFamily holds the rows and pairs prepared for sign flips.
type flipFamily struct {
	start []int
	rows  [][]float64
	kept  []int // instances with a difference in some pair
	// by row, with 0 for missing values, less the mean of all rows at each instance
	flipped   []*flippedRow
	contrasts []contrast // by statistic, ascending
	outside   []float64  // P of pairs without a contrast
	most      []float64  // the largest statistic under each pattern
}

func newFlipFamily(start []int, rows [][]float64, pairs [][2]int) *flipFamily {
	f := &flipFamily{start: start, rows: rows, outside: make([]float64, len(pairs))}
	n := 0
	for r, row := range rows {
		n = max(n, start[r]+len(row))
	}
	informative := make([]bool, n)
	for i, pair := range pairs {
		if c, ok := f.contrast(i, pair, informative); ok {
			f.contrasts = append(f.contrasts, c)
		}
	}
	for i := range informative {
		if informative[i] {
			f.kept = append(f.kept, i)
		}
	}
	for r, row := range centred(start, rows, n) {
		flipped := new(flippedRow)
		flipped.set(start[r], row, f.kept)
		f.flipped = append(f.flipped, flipped)
	}
	// rounding must not make a sum equal to the observed one smaller
	for i := range f.contrasts {
		c := &f.contrasts[i]
		c.threshold = c.statistic - 1e-12*(f.flipped[c.a].size+f.flipped[c.b].size)*c.scale
	}
	slices.SortStableFunc(f.contrasts, func(a, b contrast) int {
		return cmp.Compare(a.statistic, b.statistic)
	})
	return f
}

// contrast returns the contrast of a pair, and marks the instances with different values; false if
// the pair is not in the family.
func (f *flipFamily) contrast(i int, pair [2]int, informative []bool) (contrast, bool) {
	c := contrast{pair: i, a: pair[0], b: pair[1]}
	a, b, from := f.rows[c.a], f.rows[c.b], f.start[c.a]
	common, differ, within := 0, 0, Tolerance(a, b)
	total, square, size := 0.0, 0.0, 0.0
	for k, x := range a {
		y := b[k]
		if !finite(x) || !finite(y) {
			c.own = c.own || finite(x) != finite(y)
			continue
		}
		common++
		if d := Minus(x, y, within); d != 0 {
			differ++
			total, square = total+d, square+d*d
			informative[from+k] = true
		}
		size += x*x + y*y
	}
	if f.outside[i] = 1; common == 0 {
		f.outside[i] = math.NaN()
	}
	const rounding = 1e-12 // rows with smaller differences are equal
	if differ == 0 || square <= rounding*rounding*size {
		return c, false
	}
	c.scale = 1 / math.Sqrt(square)
	c.statistic, c.floor = math.Abs(total)*c.scale, FlipFloor(differ)
	return c, true
}

// centred returns the rows less the mean of all rows at each instance, with 0 for missing values.
// Differences do not need the mean, and small numbers round less.
func centred(start []int, rows [][]float64, n int) [][]float64 {
	sum, count := make([]float64, n), make([]float64, n)
	for r, row := range rows {
		for i, x := range row {
			if finite(x) {
				sum[start[r]+i] += x
				count[start[r]+i]++
			}
		}
	}
	out := make([][]float64, len(rows))
	for r, row := range rows {
		out[r] = make([]float64, len(row))
		for i, x := range row {
			if finite(x) {
				out[r][i] = x - sum[start[r]+i]/count[start[r]+i]
			}
		}
	}
	return out
}

// count returns, for each contrast, the number of patterns that reach its statistic alone, and by
// the largest statistic of the contrasts up to it; and the number of patterns.
func (f *flipFamily) count() (alone, joint []int32, draws float64) {
	all := patternCount(len(f.kept))
	f.most = make([]float64, all)
	alone, joint = make([]int32, len(f.contrasts)), make([]int32, len(f.contrasts))
	if len(f.kept) > exactMax { // the observed pattern counts as one draw
		draws = 1
		for k := range alone {
			alone[k], joint[k] = 1, 1
		}
	}
	var workers sync.WaitGroup
	var sum sync.Mutex
	procs := min(runtime.GOMAXPROCS(0), (all+signsAtOnce-1)/signsAtOnce)
	for w := range procs {
		workers.Go(func() {
			c := f.newCounter()
			for first := w * signsAtOnce; first < all; first += procs * signsAtOnce {
				c.add(first)
			}
			sum.Lock()
			defer sum.Unlock()
			for k := range alone {
				alone[k] += c.alone[k]
				joint[k] += c.joint[k]
			}
		})
	}
	workers.Wait()
	return alone, joint, draws + float64(all)
}

// A counter holds the counts of one worker.
type counter struct {
	*flipFamily
	signs        *signs
	sums         [][]float64 // of each row under each pattern
	own, zero    []float64   // of a pair with its own sum
	pair         flippedRow  // its differences
	values       []float64   // the same, by instance
	alone, joint []int32
}

func (f *flipFamily) newCounter() *counter {
	c := &counter{flipFamily: f, signs: &signs{words: make([][signsAtOnce]uint64, (len(f.kept)+63)/64)}, own: make([]float64, signsAtOnce),
		zero: make([]float64, signsAtOnce)}
	for range f.rows {
		c.sums = append(c.sums, make([]float64, signsAtOnce))
	}
	c.alone, c.joint = make([]int32, len(f.contrasts)), make([]int32, len(f.contrasts))
	return c
}

// add counts the patterns from number first on.
func (c *counter) add(first int) {
	c.signs.fill(first, len(c.kept))
	n := c.signs.n
	for r, row := range c.flipped {
		row.flip(c.signs, c.sums[r][:n])
	}
	most := c.most[first : first+n]
	for i := range c.contrasts {
		of := &c.contrasts[i]
		a, b := c.sums[of.a][:n], c.sums[of.b][:n]
		if of.own {
			a, b = c.own[:n], c.zero[:n]
			c.pair.set(c.start[of.a], c.difference(of), c.kept)
			c.pair.flip(c.signs, a)
		}
		alone, joint := int32(0), int32(0)
		for k, m := range most {
			x := math.Abs(a[k]-b[k]) * of.scale
			if x >= of.threshold {
				alone++
			}
			if x > m {
				m = x
				most[k] = x
			}
			if m >= of.threshold {
				joint++
			}
		}
		c.alone[i] += alone
		c.joint[i] += joint
	}
}

// difference returns the difference of the rows of a pair, 0 if one value is missing.
func (c *counter) difference(of *contrast) []float64 {
	c.values = c.values[:0]
	for i, x := range c.rows[of.a] {
		d := x - c.rows[of.b][i]
		if !finite(d) {
			d = 0
		}
		c.values = append(c.values, d)
	}
	return c.values
}

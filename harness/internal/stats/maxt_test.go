package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// allPairs returns every two rows.
func allPairs(rows int) (pairs [][2]int) {
	for b := range rows {
		for a := range b {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// againstZero returns the adjusted P of rows of differences.
func againstZero(rows [][]float64) []float64 {
	pairs := make([][2]int, len(rows))
	for r := range rows {
		pairs[r] = [2]int{r, len(rows)}
	}
	all := append(slices.Clone(rows), make([]float64, len(rows[0])))
	_, adjusted := stats.MaxT(nil, all, pairs)
	return adjusted
}

// byDefinition returns P and adjusted P of pairs over all sign patterns, by counting in binary,
// without tables of sums or an order of pairs. Pairs of equal rows are not in the family.
func byDefinition(rows [][]float64, pairs [][2]int) (p, adjusted []float64) {
	n := len(rows[0])
	statistic := func(pair [2]int, pattern int) float64 {
		sum, square := 0.0, 0.0
		for i, x := range rows[pair[0]] {
			d := x - rows[pair[1]][i]
			if math.IsNaN(d) {
				continue
			}
			square += d * d
			if pattern>>i&1 == 1 {
				d = -d
			}
			sum += d
		}
		if square == 0 {
			return 0
		}
		return math.Abs(sum) / math.Sqrt(square)
	}
	share := func(of func(pattern int) float64, least float64) float64 {
		hits := 0.0
		for pattern := range 1 << n {
			if of(pattern) >= least-1e-9 {
				hits++
			}
		}
		return hits / float64(int(1)<<n)
	}
	for _, pair := range pairs {
		p = append(p, share(func(pattern int) float64 {
			return statistic(pair, pattern)
		}, statistic(pair, 0)))
		most := 0.0
		// the adjusted P of a pair is at least that of pairs with larger statistics
		for _, larger := range pairs {
			observed := statistic(larger, 0)
			if observed < statistic(pair, 0) {
				continue
			}
			most = max(most, share(func(pattern int) (most float64) {
				for _, other := range pairs {
					if statistic(other, 0) <= observed+1e-9 {
						most = max(most, statistic(other, pattern))
					}
				}
				return most
			}, observed))
		}
		adjusted = append(adjusted, most)
	}
	return p, adjusted
}

// Rows with repeated values, equal rows, and missing values shared by rows or not.
func TestMaxTByDefinition(t *testing.T) {
	random := pcg(2, 1)
	for _, missing := range []string{"none", "the same", "different"} {
		rows := make([][]float64, 6)
		for i := range 9 {
			shared := random.NormFloat64()
			for r := range rows {
				rows[r] = append(rows[r], shared+0.5*random.NormFloat64()+0.4*float64(r))
				switch {
				case r == 1 || r == 2:
					rows[r][i] = math.Round(rows[r][i])
				case r == 4:
					rows[r][i] = rows[3][i]
				}
				if missing != "none" && i == 5 || missing == "different" && (i == 2 && r < 2 ||
					i == 7 && r == 5) {
					rows[r][i] = math.NaN()
				}
			}
		}
		pairs := allPairs(len(rows))
		p, adjusted := stats.MaxT(nil, rows, pairs)
		wantP, want := byDefinition(rows, pairs)
		for i, pair := range pairs {
			near(t, fmt.Sprint(missing, " P of ", pair), p[i], wantP[i])
			near(t, fmt.Sprint(missing, " adjusted P of ", pair), adjusted[i], want[i])
		}
	}
}

// The same with drawn patterns, within 4 standard errors of 32768 draws: 17 instances.
func TestMaxTDrawsWhatItWouldEnumerate(t *testing.T) {
	random := pcg(5, 1)
	rows := make([][]float64, 3)
	for range 17 {
		shared := random.NormFloat64()
		for r := range rows {
			rows[r] = append(rows[r], shared+random.NormFloat64()+0.6*float64(r))
		}
	}
	pairs := allPairs(len(rows))
	p, adjusted := stats.MaxT(nil, rows, pairs)
	wantP, want := byDefinition(rows, pairs)
	for i, pair := range pairs {
		for _, c := range [][2]float64{{p[i], wantP[i]}, {adjusted[i], want[i]}} {
			if got, want := c[0], c[1]; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/32768) {
				t.Errorf("%v: %v, want %v", pair, got, want)
			}
		}
	}
}

// One pair has the P of SignFlip. Equal pairs have the P of one of them. Equal rows, and pairs
// without a common instance, change nothing.
func TestMaxTEdges(t *testing.T) {
	one := stats.SignFlip(darwin).P
	zero, twice, gone := make([]float64, len(darwin)), make([]float64, len(darwin)),
		make([]float64, len(darwin))
	for i, x := range darwin {
		twice[i], gone[i] = -2*x, math.NaN()
	}
	rows := [][]float64{darwin, zero, twice, gone, darwin, zero}
	p, adjusted := stats.MaxT(nil, rows, [][2]int{{0, 1}, {1, 5}, {2, 1}, {3, 1}, {4, 5}, {0, 4}})
	for i, want := range []float64{one, 1, one, math.NaN(), one, 1} {
		if !same(p[i], want) || !same(adjusted[i], want) {
			t.Errorf("pair %d: P %v, adjusted %v, want %v", i, p[i], adjusted[i], want)
		}
	}
	if p, adjusted := stats.MaxT(nil, nil, nil); len(p)+len(adjusted) != 0 {
		t.Errorf("of nothing: %v %v", p, adjusted)
	}
	long := make([]float64, 100)
	for i := range long {
		long[i] = 1
	}
	if got := againstZero([][]float64{long}); got[0] != 1.0/32769 {
		t.Errorf("sampled: %v", got)
	}
}

// Rows that differ only by rounding are equal. Otherwise their noise would be the largest
// statistic.
func TestMaxTOfRounding(t *testing.T) {
	random := pcg(4, 1)
	rows := make([][]float64, 3)
	for range 100 {
		x := random.NormFloat64()
		rows[0] = append(rows[0], x)
		rows[1] = append(rows[1], x*(1+1e-16*random.NormFloat64()))
		rows[2] = append(rows[2], x+0.1+0.01*random.NormFloat64())
	}
	if _, adjusted := stats.MaxT(nil, rows, allPairs(3)); adjusted[0] != 1 ||
		adjusted[1] != 1.0/32769 || adjusted[2] != 1.0/32769 {
		t.Errorf("adjusted %v", adjusted)
	}
}

// A clear difference is significant among any number of pairs. 60 rows are 1770 pairs, and 1770
// times the smallest P from signs is 0.054.
func TestMaxTOfManyRows(t *testing.T) {
	random := pcg(6, 1)
	rows := make([][]float64, 60)
	for range 200 {
		shared := random.NormFloat64()
		for r := range rows {
			rows[r] = append(rows[r], shared+0.5*random.NormFloat64())
		}
		rows[0][len(rows[0])-1] += 0.5
	}
	pairs := allPairs(len(rows))
	p, adjusted := stats.MaxT(nil, rows, pairs)
	for i, pair := range pairs {
		if clear := pair[0] == 0; clear != (adjusted[i] <= 0.05) || adjusted[i] < p[i] {
			t.Errorf("%v: P %v, adjusted %v", pair, p[i], adjusted[i])
		}
	}
}

// A row with differences of sum 0, from equally many wins and losses, is in the family: it may be
// the largest under other signs.
func TestMaxTOfATie(t *testing.T) {
	tie := []float64{1, -1, 1, -1, 1, -1}
	got := againstZero([][]float64{{1, 1, 1, 1, 1, 1}, tie})
	// 2 of 64 patterns give the |Σ| of the first 6, and 2 others that of the tie.
	for r, want := range []float64{4.0 / 64, 1} {
		if got[r] != want {
			t.Errorf("row %d: p %v, want %v", r, got[r], want)
		}
	}
}

// Rows of several columns, each over its own instances alone, have the same values as with zeros
// for the instances of other columns, on any number of processors.
func TestMaxTOfColumns(t *testing.T) {
	for _, n := range []int{4, 37} { // instances of a column: patterns are enumerated, or drawn
		random := pcg(3, uint64(n))
		var start []int
		var own, padded [][]float64
		var pairs [][2]int
		for r := range 9 {
			column := r / 3
			d := make([]float64, n)
			for i := range d {
				if random.IntN(4) > 0 && i%5 > 0 {
					d[i] = random.NormFloat64() + 0.3
				}
			}
			all := make([]float64, 3*n)
			copy(all[column*n:], d)
			start, own, padded = append(start, column*n), append(own, d), append(padded, all)
			for other := 3 * column; other < r; other++ {
				pairs = append(pairs, [2]int{other, r})
			}
		}
		_, got := stats.MaxT(start, own, pairs)
		_, want := stats.MaxT(nil, padded, pairs)
		procs := runtime.GOMAXPROCS(1)
		_, alone := stats.MaxT(start, own, pairs)
		runtime.GOMAXPROCS(procs)
		if !slices.Equal(got, alone) || !slices.Equal(got, want) {
			t.Errorf("%d instances: %v, on one processor %v, with zeros %v", n, got, alone, want)
		}
	}
}

// BenchmarkMaxT: all pairs of rows on one split of 630 test instances; the last with different
// missing values in each row.
func BenchmarkMaxT(b *testing.B) {
	for _, c := range []struct {
		rows    int
		missing float64
	}{{15, 0}, {60, 0}, {1000, 0}, {60, 0.01}} {
		b.Run(fmt.Sprintf("%d rows, %v missing", c.rows, c.missing), func(b *testing.B) {
			random := pcg(3, 4)
			rows := make([][]float64, c.rows)
			for range 630 {
				shared := random.NormFloat64()
				for r := range rows {
					x := shared + random.NormFloat64()
					if random.Float64() < c.missing {
						x = math.NaN()
					}
					rows[r] = append(rows[r], x)
				}
			}
			pairs := allPairs(len(rows))
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				stats.MaxT(nil, rows, pairs)
			}
		})
	}
}

// Independent rows are adjusted like Šidák's 1 − (1−p)^k. Strongly dependent rows get smaller
// adjustments.
func TestMaxTUsesWhatRowsShare(t *testing.T) {
	random := pcg(9, 1)
	const n, k = 200, 5
	own, alike := make([][]float64, k), make([][]float64, k)
	for range n {
		shared := random.NormFloat64()
		for r := range k {
			own[r] = append(own[r], random.NormFloat64())
			alike[r] = append(alike[r], shared+0.1*random.NormFloat64())
		}
	}
	for _, c := range []struct {
		rows     [][]float64
		min, max float64
	}{{own, 0.045, 0.055}, {alike, 0.01, 0.03}} {
		d := c.rows[0]
		sum, square := 0.0, 0.0
		for _, x := range d {
			sum, square = sum+x, square+x*x
		}
		shift := (2.5758*math.Sqrt(square) - sum) / n // p = 0.01, nearly
		for i := range d {
			d[i] += shift
		}
		p, adjusted := stats.SignFlip(d).P, againstZero(c.rows)[0]
		if math.Abs(p-0.01) > 0.003 || adjusted < c.min || adjusted > c.max {
			t.Errorf("p %v, adjusted %v, want %v to %v", p, adjusted, c.min, c.max)
		}
	}
}

// An interval contains 0 where the single-step P is above 1 − level: 9 differences, all patterns.
func TestFlipIntervalsByDefinition(t *testing.T) {
	random := pcg(7, 1)
	for range 20 {
		rows := make([][]float64, 4)
		for range 9 {
			shared := random.NormFloat64()
			for r := range rows {
				rows[r] = append(rows[r], shared+0.5*random.NormFloat64()+0.3*float64(r))
			}
		}
		pairs := allPairs(len(rows))
		f := stats.FlipPairs(nil, rows, pairs)
		for i, pair := range pairs {
			d := make([]float64, 9)
			square, sum := 0.0, 0.0
			for k := range d {
				d[k] = rows[pair[0]][k] - rows[pair[1]][k]
				sum, square = sum+d[k], square+d[k]*d[k]
			}
			single := 0.0 // share of patterns where any pair reaches the statistic of this one
			for pattern := range 1 << 9 {
				reached := false
				for _, other := range pairs {
					s, q := 0.0, 0.0
					for k := range d {
						x := rows[other[0]][k] - rows[other[1]][k]
						q += x * x
						s += x * float64(1-2*(pattern>>k&1))
					}
					reached = reached || math.Abs(s)/math.Sqrt(q) >= math.Abs(sum)/math.Sqrt(square)-1e-9
				}
				if reached {
					single += 1. / (1 << 9)
				}
			}
			test := stats.CorrectedT(d, 0)
			low, high := f.Interval(&test, 0.9)
			if (single > 0.1+1e-9) != (low <= 0 && high >= 0) {
				t.Errorf("%v: single-step P %v, interval %v to %v", pair, single, low, high)
			}
			if f.Adjusted[i] > single+1e-9 {
				t.Errorf("%v: step-down P %v above single-step %v", pair, f.Adjusted[i], single)
			}
		}
	}
}

// With groups, half of an interval is Err·c·√(G*/(G*−c²)·(n−1)/n), with the 5 % quantile c of the
// patterns. Groups of one size count as instances.
func TestFlipIntervalsOfGroups(t *testing.T) {
	v := []float64{1.2, 0.3, -0.4, 2.1, 0.9, 1.7, -0.2, 0.8, 1.1, 0.6}
	all := make([]float64, 1<<len(v))
	for pattern := range all {
		sum, square := 0.0, 0.0
		for k, x := range v {
			sum, square = sum+x*float64(1-2*(pattern>>k&1)), square+x*x
		}
		all[pattern] = math.Abs(sum) / math.Sqrt(square)
	}
	slices.Sort(all)
	c, n := all[len(all)-1-51], float64(len(v))
	f := stats.FlipPairs(nil, [][]float64{v, make([]float64, len(v))}, [][2]int{{0, 1}})
	for _, sizes := range [][]float64{slices.Repeat([]float64{7}, len(v)), {9, 8, 7, 6, 5, 5, 4, 3, 2, 1}} {
		s := bySizes(sizes, v)
		groups := stats.EffectiveGroups([]stats.Sample{s})
		test := stats.OneSplit(s)
		low, high := f.Interval(&test, 0.95)
		half := test.Err * c * math.Sqrt(groups/(groups-c*c)*(n-1)/n)
		near(t, "low", low, test.Effect-half)
		near(t, "high", high, test.Effect+half)
	}
	single := stats.CorrectedT(v, 0)
	test := stats.OneSplit(bySizes(slices.Repeat([]float64{7}, len(v)), v))
	_, high := f.Interval(&single, 0.95)
	_, grouped := f.Interval(&test, 0.95)
	near(t, "groups of one size", grouped, high)
}

// Equal rows have the interval 0 to 0, also alone. Too few instances have no bounds.
func TestFlipIntervalsOfLittle(t *testing.T) {
	zero := make([]float64, 20)
	f := stats.FlipPairs(nil, [][]float64{zero, zero}, [][2]int{{0, 1}})
	test := stats.SignFlip(zero)
	if low, high := f.Interval(&test, 0.95); low != 0 || high != 0 {
		t.Errorf("equal rows: %v to %v", low, high)
	}
	few := []float64{1, 2, 3}
	f = stats.FlipPairs(nil, [][]float64{few, zero[:3]}, [][2]int{{0, 1}})
	test = stats.SignFlip(few)
	if low, high := f.Interval(&test, 0.95); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("three differences: %v to %v", low, high)
	}
}

// TestCoverageOfFlips: all intervals of a table of ten rows hold their differences in 95 % of
// tables, also of rows that differ. Intervals of skewed differences of few instances do not, and
// then most tables have a warning.
func TestCoverageOfFlips(t *testing.T) {
	longtest.Skip(t)
	n := repetitions(40)
	slack := simulated(n)
	for _, kind := range []string{"normal", "skew", "ties", "rare"} {
		for _, instances := range []int{12, 20, 60, 300} {
			held, found, single := make([]float64, n), make([]float64, n), make([]float64, n)
			warned := make([]float64, n)
			repeat(n, func(seed uint64) {
				r := pcg(seed, 13)
				rows := make([][]float64, 10)
				for k := range rows {
					for range instances {
						x := noise(r, kind)
						if k%2 == 1 {
							x = -x
						}
						rows[k] = append(rows[k], x+0.1*float64(k))
					}
				}
				pairs := allPairs(len(rows))
				f := stats.FlipPairs(nil, rows, pairs)
				held[seed] = 1
				for i, pair := range pairs {
					d := make([]float64, instances)
					for k := range d {
						d[k] = rows[pair[0]][k] - rows[pair[1]][k]
					}
					test := stats.CorrectedT(d, 0)
					low, high := f.Interval(&test, 0.95)
					if truth := 0.1 * float64(pair[0]-pair[1]); low > truth || high < truth {
						held[seed] = 0
					}
					if low > 0 || high < 0 {
						single[seed] += 1 / float64(len(pairs))
					}
					if f.Adjusted[i] <= 0.05 {
						found[seed] += 1 / float64(len(pairs))
					}
					if stats.Skewed(d) {
						warned[seed] = 1
					}
				}
			})
			held1, warned1 := stats.Summarize(held).Mean, stats.Summarize(warned).Mean
			t.Logf("| %s | %d | %.3f | %.3f | %.3f | %.2f |", kind, instances, held1,
				stats.Summarize(single).Mean, stats.Summarize(found).Mean, warned1)
			if held1 < 0.93-slack && warned1 < 0.5 {
				t.Errorf("%s, %d instances: coverage %.3f, warnings %.2f", kind, instances, held1, warned1)
			}
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

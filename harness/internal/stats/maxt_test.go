package stats_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// againstZero returns the adjusted P of rows of differences.
func againstZero(rows [][]float64) []float64 {
	pairs := make([][2]int, len(rows))
	for r := range rows {
		pairs[r] = [2]int{r, len(rows)}
	}
	all := append(slices.Clone(rows), make([]float64, len(rows[0])))
	return stats.FlipPairs(nil, all, pairs).Adjusted
}

// byDefinition returns P, single-step P and step-down P of pairs over all sign patterns, by counting
// in binary, without tables of sums or an order of pairs. Pairs of equal rows are not in the family.
func byDefinition(rows [][]float64, pairs [][2]int) (p, single, stepDown []float64) {
	var all [][]float64 // differences by pair
	for _, pair := range pairs {
		all = append(all, difference(rows, pair))
	}
	statistic := func(d []float64, pattern int) float64 {
		sum, square := 0.0, 0.0
		for i, x := range d {
			if math.IsNaN(x) {
				continue
			}
			square += x * x
			if pattern>>i&1 == 1 {
				x = -x
			}
			sum += x
		}
		if square == 0 {
			return 0
		}
		return math.Abs(sum) / math.Sqrt(square)
	}
	// share of the patterns in which some pair reaches a statistic
	reached := func(family [][]float64, least float64) float64 {
		hits, n := 0.0, 1<<len(rows[0])
		for pattern := range n {
			if slices.ContainsFunc(family, func(d []float64) bool {
				return statistic(d, pattern) >= least-1e-9
			}) {
				hits++
			}
		}
		return hits / float64(n)
	}
	for i, d := range all {
		own := statistic(d, 0)
		p, single = append(p, reached(all[i:i+1], own)), append(single, reached(all, own))
		most := 0.0 // the adjusted P of a pair is at least that of pairs with larger statistics
		for _, larger := range all {
			if observed := statistic(larger, 0); observed >= own {
				most = max(most, reached(slices.DeleteFunc(slices.Clone(all), func(other []float64) bool {
					return statistic(other, 0) > observed+1e-9
				}), observed))
			}
		}
		stepDown = append(stepDown, most)
	}
	return p, single, stepDown
}

// Rows with repeated values, equal rows, and missing values shared by rows or not. An interval
// contains 0 where the single-step P is above 1 − level.
func TestFlipPairsByDefinition(t *testing.T) {
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
		f := stats.FlipPairs(nil, rows, pairs)
		p, single, stepDown := byDefinition(rows, pairs)
		for i, pair := range pairs {
			near(t, fmt.Sprint(missing, " P of ", pair), f.P[i], p[i])
			near(t, fmt.Sprint(missing, " adjusted P of ", pair), f.Adjusted[i], stepDown[i])
			if missing != "none" {
				continue
			}
			test := stats.CorrectedT(difference(rows, pair), 0)
			for _, level := range []float64{0.5, 0.9, 0.95} {
				low, high := f.Interval(&test, level)
				if (single[i] > 1-level+1e-9) != (low <= 0 && high >= 0) {
					t.Errorf("%v: single-step P %v, interval %v to %v", pair, single[i], low, high)
				}
			}
		}
	}
}

// The same with drawn patterns, within 4 standard errors of 32768 draws: 17 instances.
func TestFlipPairsDrawsWhatItWouldEnumerate(t *testing.T) {
	random := pcg(5, 1)
	rows := make([][]float64, 3)
	for range 17 {
		shared := random.NormFloat64()
		for r := range rows {
			rows[r] = append(rows[r], shared+random.NormFloat64()+0.6*float64(r))
		}
	}
	pairs := allPairs(len(rows))
	f := stats.FlipPairs(nil, rows, pairs)
	p, _, stepDown := byDefinition(rows, pairs)
	for i, pair := range pairs {
		for _, c := range [][2]float64{{f.P[i], p[i]}, {f.Adjusted[i], stepDown[i]}} {
			if got, want := c[0], c[1]; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/32768) {
				t.Errorf("%v: %v, want %v", pair, got, want)
			}
		}
	}
}

// One pair has the P of SignFlip. Equal pairs have the P of one of them. Equal rows, and pairs
// without a common instance, change nothing.
func TestFlipPairsEdges(t *testing.T) {
	one := signFlip(darwin).P
	zero, twice, gone := make([]float64, len(darwin)), make([]float64, len(darwin)),
		make([]float64, len(darwin))
	for i, x := range darwin {
		twice[i], gone[i] = -2*x, math.NaN()
	}
	rows := [][]float64{darwin, zero, twice, gone, darwin, zero}
	f := stats.FlipPairs(nil, rows, [][2]int{{0, 1}, {1, 5}, {2, 1}, {3, 1}, {4, 5}, {0, 4}})
	for i, want := range []float64{one, 1, one, math.NaN(), one, 1} {
		if !same(f.P[i], want) || !same(f.Adjusted[i], want) {
			t.Errorf("pair %d: P %v, adjusted %v, want %v", i, f.P[i],
				f.Adjusted[i], want)
		}
	}
	if f := stats.FlipPairs(nil, nil, nil); len(f.P)+len(f.Adjusted) != 0 {
		t.Errorf("of nothing: %+v", f)
	}
}

// Rows that differ only by rounding are equal. Otherwise their noise would be the largest
// statistic.
func TestFlipPairsOfRounding(t *testing.T) {
	random := pcg(4, 1)
	rows := make([][]float64, 3)
	for range 100 {
		x := random.NormFloat64()
		rows[0] = append(rows[0], x)
		rows[1] = append(rows[1], x*(1+1e-16*random.NormFloat64()))
		rows[2] = append(rows[2], x+0.1+0.01*random.NormFloat64())
	}
	if adjusted := stats.FlipPairs(nil, rows, allPairs(3)).Adjusted; adjusted[0] != 1 ||
		adjusted[1] != 1.0/32769 || adjusted[2] != 1.0/32769 {
		t.Errorf("adjusted %v", adjusted)
	}
}

// A clear difference is significant among any number of pairs. 60 rows are 1770 pairs, and 1770
// times the smallest P from signs is 0.054.
func TestFlipPairsOfManyRows(t *testing.T) {
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
	f := stats.FlipPairs(nil, rows, pairs)
	for i, pair := range pairs {
		if clear := pair[0] == 0; clear != (f.Adjusted[i] <= 0.05) || f.Adjusted[i] < f.P[i] {
			t.Errorf("%v: P %v, adjusted %v", pair, f.P[i], f.Adjusted[i])
		}
	}
}

// A row with differences of sum 0, from equally many wins and losses, is in the family: it may be
// the largest under other signs.
func TestFlipPairsOfATie(t *testing.T) {
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
func TestFlipPairsOfColumns(t *testing.T) {
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
		got := stats.FlipPairs(start, own, pairs).Adjusted
		want := stats.FlipPairs(nil, padded, pairs).Adjusted
		procs := runtime.GOMAXPROCS(1)
		alone := stats.FlipPairs(start, own, pairs).Adjusted
		runtime.GOMAXPROCS(procs)
		if !slices.Equal(got, alone) || !slices.Equal(got, want) {
			t.Errorf("%d instances: %v, on one processor %v, with zeros %v", n, got, alone, want)
		}
	}
}

// Independent rows are adjusted like Šidák's 1 − (1−p)^k. Strongly dependent rows get smaller
// adjustments.
func TestFlipPairsUsesWhatRowsShare(t *testing.T) {
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
		p, adjusted := signFlip(d).P, againstZero(c.rows)[0]
		if math.Abs(p-0.01) > 0.003 || adjusted < c.min || adjusted > c.max {
			t.Errorf("p %v, adjusted %v, want %v to %v", p, adjusted, c.min, c.max)
		}
	}
}

package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/spbench/spbench/internal/stats"
)

// Over all sign patterns, found here by counting in binary without tables of sums or an order of rows.
func TestMaxTByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	rows := make([][]float64, 4)
	for i := range 9 {
		shared := random.NormFloat64()
		for r := range rows {
			rows[r] = append(rows[r], shared+0.5*random.NormFloat64()+0.5*float64(r))
			if i == 3 && r < 2 {
				rows[r][i] = 0
			}
		}
	}
	statistic := func(d []float64, pattern int) float64 {
		sum, square := 0.0, 0.0
		for i, x := range d {
			square += x * x
			if pattern>>i&1 == 1 {
				x = -x
			}
			sum += x
		}
		return math.Abs(sum) / math.Sqrt(square)
	}
	got := stats.MaxT(nil, rows)
	for r, d := range rows {
		want := 0.0
		for s := range rows { // the adjusted p of a row is at least that of those with larger statistics
			if statistic(rows[s], 0) < statistic(d, 0) {
				continue
			}
			hits := 0.0
			for pattern := range 1 << 9 {
				most := 0.0
				for u := range rows {
					if statistic(rows[u], 0) <= statistic(rows[s], 0) {
						most = max(most, statistic(rows[u], pattern))
					}
				}
				if most >= statistic(rows[s], 0)-1e-9 {
					hits++
				}
			}
			want = max(want, hits/(1<<9))
		}
		near(t, "p", got[r], want)
	}
}

// Of one row it is the p of SignFlip; of equal rows that of one of them; rows without differences and
// undefined ones do not count.
func TestMaxTEdges(t *testing.T) {
	one := stats.SignFlip(darwin).P
	zeros, bad := make([]float64, len(darwin)), make([]float64, len(darwin))
	bad[3] = math.NaN()
	twice := make([]float64, len(darwin))
	for i, x := range darwin {
		twice[i] = -2 * x
	}
	got := stats.MaxT(nil, [][]float64{darwin, zeros, twice, bad, darwin})
	for r, want := range []float64{one, 1, one, math.NaN(), one} {
		if !same(got[r], want) {
			t.Errorf("row %d: p %v, want %v", r, got[r], want)
		}
	}
	if got := stats.MaxT(nil, nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
	long := make([]float64, 100)
	for i := range long {
		long[i] = 1
	}
	if got := stats.MaxT(nil, [][]float64{long}); got[0] != 1.0/32769 {
		t.Errorf("sampled: %v", got)
	}
}

// A row whose differences sum to 0, as equally many wins and losses do, is one of the family: it may be the largest under other signs.
func TestMaxTOfATie(t *testing.T) {
	tie := []float64{1, -1, 1, -1, 1, -1}
	got := stats.MaxT(nil, [][]float64{{1, 1, 1, 1, 1, 1}, tie})
	// 2 of 64 patterns make |Σ| of the first 6, and 2 others that of the tie.
	for r, want := range []float64{4.0 / 64, 1} {
		if got[r] != want {
			t.Errorf("row %d: p %v, want %v", r, got[r], want)
		}
	}
}

// Rows of several columns, each over its own instances alone, have the same values, bit by bit, as with zeros for those of the others.
func TestMaxTOfColumns(t *testing.T) {
	for _, n := range []int{4, 37} { // instances of a column: patterns are enumerated, or drawn
		random := rand.New(rand.NewPCG(3, uint64(n)))
		var start []int
		var own, padded [][]float64
		for r := range 9 {
			column := r % 3
			d := make([]float64, n)
			for i := range d {
				if random.IntN(4) > 0 && i%5 > 0 {
					d[i] = random.NormFloat64() + 0.3
				}
			}
			all := make([]float64, 3*n)
			copy(all[column*n:], d)
			start, own, padded = append(start, column*n), append(own, d), append(padded, all)
		}
		got, want := stats.MaxT(start, own), stats.MaxT(nil, padded)
		procs := runtime.GOMAXPROCS(1)
		alone := stats.MaxT(start, own)
		runtime.GOMAXPROCS(procs)
		if !slices.Equal(got, alone) {
			t.Errorf("%d instances: %v, on one processor %v", n, got, alone)
		}
		for r := range want {
			if got[r] != want[r] {
				t.Errorf("%d instances, row %d: %v, with zeros %v", n, r, got[r], want[r])
			}
		}
	}
}

// BenchmarkMaxT: 19 rows and a control on ten datasets; instances of one dataset in its name.
func BenchmarkMaxT(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(3, 4))
			var start []int
			var rows [][]float64
			for r := range 190 {
				d := make([]float64, n)
				for i := range d {
					d[i] = random.NormFloat64()
				}
				start, rows = append(start, r/19*n), append(rows, d)
			}
			b.ReportAllocs()
			for b.Loop() {
				stats.MaxT(start, rows)
			}
		})
	}
}

// Independent rows are adjusted as Šidák does, 1 − (1−p)^k; of rows that share most of what they
// are, less is asked.
func TestMaxTUsesWhatRowsShare(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
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
		p, adjusted := stats.SignFlip(d).P, stats.MaxT(nil, c.rows)[0]
		if math.Abs(p-0.01) > 0.003 || adjusted < c.min || adjusted > c.max {
			t.Errorf("p %v, adjusted %v, want %v to %v", p, adjusted, c.min, c.max)
		}
	}
}

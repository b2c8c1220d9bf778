package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/internal/stats"
)

// Where the value is the mean over instances, to exchange two columns at an instance is
// to flip the sign of their difference: the test is SignFlip.
func TestExchangeOfMeansIsSignFlip(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 28))
	for _, n := range []int{1, 2, 7, 12, 40, 300} {
		a, b, diff := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			a[i], b[i] = r.NormFloat64()+0.15, r.NormFloat64()
			diff[i] = a[i] - b[i]
		}
		mean := func(sum []float64) float64 { return sum[0] / float64(n) }
		got, want := stats.Exchange([][]float64{a}, [][]float64{b}, 1, mean), stats.SignFlip(diff)
		tolerance := 0.0
		if n > 12 { // 8191 draws
			tolerance = 4*math.Sqrt(want.P*(1-want.P)/8191) + 1./8192
		}
		if got.N != n || math.Abs(got.Effect-want.Effect) > 1e-12 || math.Abs(got.P-want.P) > tolerance+1e-12 {
			t.Errorf("n = %d: %+v, sign flips %+v", n, got, want)
		}
		if n <= 12 && got.Floor != want.Floor {
			t.Errorf("n = %d: floor %v, want %v", n, got.Floor, want.Floor)
		}
		// Two seeds of the same numbers say the same.
		if twice := stats.Exchange([][]float64{a, a}, [][]float64{b, b}, 1, mean); math.Abs(twice.P-got.P) > 1e-12 || math.Abs(twice.Effect-got.Effect) > 1e-12 {
			t.Errorf("n = %d: two seeds %+v, one %+v", n, twice, got)
		}
	}
}

// Columns that are the same but for noise come out below α about as often as α says,
// by a value that is no mean.
func TestExchangeHoldsItsLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 96))
	f1 := func(sum []float64) float64 { return 2 * sum[0] / (sum[1] + sum[2]) }
	const tables, n = 300, 12
	low := 0
	for range tables {
		column := func() (v []float64) {
			for range n {
				there, said := float64(1+r.IntN(4)), float64(1+r.IntN(4))
				v = append(v, math.Min(there, said)*r.Float64(), said, there)
			}
			return v
		}
		if p := stats.Exchange([][]float64{column()}, [][]float64{column()}, 3, f1).P; p <= 0.1 {
			low++
		}
	}
	if share := float64(low) / tables; share > 0.1+3*math.Sqrt(0.09/tables) || share < 0.1-3*math.Sqrt(0.09/tables) {
		t.Errorf("p is at most 0.1 in %v of all tables of noise", share)
	}
	if p := stats.Exchange(nil, nil, 3, f1).P; !math.IsNaN(p) {
		t.Errorf("nothing: p = %v", p)
	}
	if p := stats.Exchange([][]float64{{0, 0, 0}}, [][]float64{{0, 0, 0}}, 3, f1).P; !math.IsNaN(p) {
		t.Errorf("0/0: p = %v", p)
	}
}

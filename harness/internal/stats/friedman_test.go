package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Numbers of scipy 1.10.1: friedmanchisquare, and f.sf of (N−1)χ²/(N(k−1) − χ²).
func TestFriedman(t *testing.T) {
	for _, test := range []struct {
		name   string
		values [][]float64
		want   Ranking
	}{
		{"no ties", [][]float64{{1, 2, 3}, {1, 3, 2}, {1, 2, 3}, {2, 1, 3}, {1, 2, 3}},
			Ranking{Ranks: []float64{1.2, 2, 2.8}, F: 7.1111111111111285, P: 0.016796159999999893}},
		{"ties", [][]float64{
			{-.763, -.768, -.771, -.798}, {-.599, -.591, -.590, -.569},
			{-.954, -.971, -.968, -.967}, {-.628, -.661, -.654, -.657},
			{-.882, -.888, -.886, -.898},
			{-.936, -.931, -.916, -.931}, {-.661, -.668, -.609, -.685},
			{-.583, -.583, -.563, -.625}, {-.775, -.838, -.866, -.875}, {-1, -1, -1, -1},
			{-.940, -.962, -.965, -.962}, {-.619, -.666, -.614, -.669},
			{-.972, -.981, -.975, -.975}, {-.957, -.978, -.946, -.970}},
			Ranking{Ranks: []float64{3.14285714285714, 2, 2.92857142857143, 1.92857142857143},
				F: 4.585889570552149, P: 0.007628838730725733}},
		{"all equal", [][]float64{{1, 1}, {2, 2}}, Ranking{Ranks: []float64{1.5, 1.5}, P: 1}},
		// All agree: of the 3!² pairs of rankings 3! do.
		{"all agree", [][]float64{{1, 2, 3}, {4, 5, 6}},
			Ranking{Ranks: []float64{1, 2, 3}, F: math.Inf(1), P: 1.0 / 6}},
	} {
		got := Friedman(test.values)
		near := cmp.Comparer(func(x, y float64) bool {
			return x == y || math.Abs(x-y) < 1e-9*math.Abs(y)
		})
		if diff := cmp.Diff(test.want, got, near); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
	if r := Friedman([][]float64{{1, 2}}); !math.IsNaN(r.P) {
		t.Errorf("one dataset has p %v", r.P)
	}
}

// TestDatasetsNeeded: with one dataset less, not even full agreement is significant.
func TestDatasetsNeeded(t *testing.T) {
	for m, want := range map[int]int{1: 6, 10: 9, 45: 11, 105: 13} {
		n := DatasetsNeeded(m, 0.05)
		if n != want {
			t.Errorf("%d pairs need %d datasets, want %d", m, n, want)
		}
		diff := make([]float64, n)
		fillFloats(diff)
		if p := Wilcoxon(diff, 0).P; float64(m)*p > 0.05 {
			t.Errorf("%d pairs on %d datasets: p %v after Holm at best", m, n, float64(m)*p)
		}
		if p := Wilcoxon(diff[1:], 0).P; float64(m)*p <= 0.05 {
			t.Errorf("%d pairs: %d datasets are enough", m, n-1)
		}
	}
}

func fillFloats(v []float64) {
	for i := range v {
		v[i] = float64(i + 1)
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

package kernel

import (
	"slices"
	"testing"
)

// eightParts returns the sum of terms in the order of SumSquares and Move.
func eightParts(terms []float64) float64 {
	full := len(terms) / 8 * 8
	var p [8]float64
	for i, x := range terms[:full] {
		p[i%8] += x
	}
	sum := 0.0
	if full > 0 {
		sum = ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]))
	}
	for _, x := range terms[full:] {
		sum += x
	}
	return sum
}

// TestSquares compares bit for bit, for all lengths; nothing is written beyond the end.
func TestSquares(t *testing.T) {
	r := pcg(8, 8)
	for n := range 50 {
		for _, rare := range []int{0, 4, 40} {
			v, delta, lag := draws(r, n+8, rare), draws(r, n+8, rare), draws(r, n+8, rare)
			squares, growth, moved, cleared, late := make([]float64, n), make([]float64, n),
				slices.Clone(v), slices.Clone(delta), slices.Clone(lag)
			const a, sum = -1.5, 0.3
			for i := range n {
				x, d := v[4+i], float64(a*delta[4+i])
				squares[i], growth[i] = x*x, float64(d*(x+x+d))
				moved[4+i], cleared[4+i], late[4+i] = x+d, 0, lag[4+i]+float64(sum*d)
			}
			if got := SumSquares(v[4 : n+4]); !same([]float64{got}, []float64{eightParts(squares)}) {
				t.Fatalf("%d squares: %v, want %v", n, got, eightParts(squares))
			}
			before, again := slices.Clone(v), slices.Clone(delta)
			got := Move(v[4:n+4], lag[4:n+4], delta[4:n+4], a, sum)
			if !same([]float64{got}, []float64{eightParts(growth)}) || !same(v, moved) ||
				!same(delta, cleared) || !same(lag, late) {
				t.Fatalf("a move of %d: %v, %v, %v, %v, want %v, %v, %v, %v", n, got, v, delta, lag,
					eightParts(growth), moved, cleared, late)
			}
			Move(before[4:n+4], again[4:n+4], again[4:n+4], a, 0) // without an average
			if !same(before, moved) || !same(again, cleared) {
				t.Fatalf("a move of %d without average: %v, %v, want %v, %v", n, before, again,
					moved, cleared)
			}
		}
	}
}

func BenchmarkSquares676(b *testing.B) {
	r := pcg(26, 26)
	v, delta, lag, sum := draws(r, 676, 0), draws(r, 676, 0), draws(r, 676, 0), 0.0
	benchmarks(b, []work{
		{"SumSquares", func() { sum += SumSquares(v) }},
		{"Move", func() { sum += Move(v, lag, delta, 0.5, 0.5) }},
	})
}

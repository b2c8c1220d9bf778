package kernel

import (
	"math"
	"slices"
	"testing"
)

// TestRelax compares bit for bit, for all lengths, with ties and infinities; nothing is written
// beyond the end.
func TestRelax(t *testing.T) {
	r := pcg(9, 9)
	for n := range 60 {
		for round := range 30 {
			draw := func(infinite int) []float64 {
				v := make([]float64, n+8)
				for i := range v {
					if v[i] = float64(r.IntN(4)); round%2 == 0 {
						v[i] = r.NormFloat64()
					}
					if r.IntN(4) == 0 {
						v[i] = math.Inf(infinite)
					}
				}
				return v
			}
			dst, s, v, from := draw(1), draw(-1), draw(-1), make([]int64, n+8)
			want, row := slices.Clone(dst), slices.Clone(from)
			least, at := math.Inf(1), -1
			for j := range n {
				if d := 0.5 - s[j] - v[j]; d < want[j] {
					want[j], row[j] = d, 7
				}
				if want[j] < least {
					least, at = want[j], j
				}
			}
			got, place := Relax(dst[:n], s[:n], v[:n], from[:n], 0.5, 7)
			if got != least || place != at || !same(dst, want) || !slices.Equal(from, row) {
				t.Fatalf("%d: %v at %d, want %v at %d: %v, %v; %v, %v", n, got, place, least, at, dst,
					want, from, row)
			}
		}
	}
}

func BenchmarkRelax(b *testing.B) {
	r := pcg(26, 26)
	for name, n := range map[string]int{"100": 100, "1000": 1000} {
		dst, s, v, from := draws(r, n, 0), draws(r, n, 0), draws(r, n, 0), make([]int64, n)
		benchmarks(b, []work{{name, func() { Relax(dst, s, v, from, 0, 1) }}})
	}
}

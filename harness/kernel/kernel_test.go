package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The loops that are meant, one column after the other.
func minReference(dst, cost, table []float64) {
	for l := range dst {
		m := math.Inf(1)
		for i, c := range cost {
			m = min(m, c-table[i*len(cost)+l])
		}
		dst[l] = m + 0
	}
}

func sumReference(dst, v, table []float64) {
	for l := range dst {
		s := 0.0
		for i, a := range v {
			s += float64(a * table[i*len(v)+l])
		}
		dst[l] = s
	}
}

// Bit for bit, for all sizes of blocks, with zeros of both signs, infinities and NaN; nothing is written beyond dst.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 26))
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, math.MaxFloat64}
	for k := range 100 {
		for _, rare := range []int{0, 3, 100} {
			draw := func(n int) []float64 {
				v := make([]float64, n)
				for i := range v {
					if v[i] = r.NormFloat64(); rare > 0 && r.IntN(rare) == 0 {
						v[i] = special[r.IntN(len(special))]
					}
				}
				return v
			}
			v, table := draw(k), draw(k*k)
			for name, f := range map[string][2]func(dst, v, table []float64){"min": {MinColumns, minReference}, "sum": {SumColumns, sumReference}} {
				room, want := make([]float64, k+8), make([]float64, k)
				for i := range room {
					room[i] = 42
				}
				f[0](room[4:k+4], v, table)
				f[1](want, v, table)
				for l, w := range want {
					got := room[4+l]
					if math.Float64bits(got) != math.Float64bits(w) && !(got != got && w != w) {
						t.Fatalf("%s, K = %d, column %d: %v, want %v", name, k, l, got, w)
					}
				}
				for i := range 4 {
					if room[i] != 42 || room[k+4+i] != 42 {
						t.Fatalf("%s, K = %d: written beyond the end", name, k)
					}
				}
			}
		}
	}
}

func benchmark(b *testing.B, f func(dst, v, table []float64)) {
	const k = 26
	r := rand.New(rand.NewPCG(26, 26))
	dst, v, table := make([]float64, k), make([]float64, k), make([]float64, k*k)
	for _, list := range [][]float64{v, table} {
		for i := range list {
			list[i] = r.NormFloat64()
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		f(dst, v, table)
	}
}

func BenchmarkMinColumns26(b *testing.B) { benchmark(b, MinColumns) }
func BenchmarkSumColumns26(b *testing.B) { benchmark(b, SumColumns) }

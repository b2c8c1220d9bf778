package kernel

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// minReference is the straightforward loop, one column after the other.
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

func rowsReference(dst, cost, table []float64) {
	for i := range dst {
		m := math.Inf(1)
		for l, c := range cost {
			m = min(m, c-table[i*len(cost)+l])
		}
		dst[i] = m + 0
	}
}

// TestOuter compares outer products, one or four, bit for bit.
func TestOuter(t *testing.T) {
	r := pcg(4, 26)
	for k := range 70 {
		var u, v [4][]float64
		draw := func(n int) []float64 {
			list := make([]float64, n)
			for i := range list {
				list[i] = r.NormFloat64()
			}
			return list
		}
		for i := range u {
			u[i], v[i] = draw(k), draw(k)
		}
		room := draw(k*k + 4)
		got, one := slices.Clone(room), slices.Clone(room)
		AddOuters(got[:k*k], &u, &v)
		AddOuter(one[:k*k], u[0], v[0])
		for i, x := range room {
			four, single := x, x
			if i < k*k {
				p := func(j int) float64 { return float64(u[j][i/k] * v[j][i%k]) }
				four, single = x+((p(0)+p(1))+(p(2)+p(3))), x+p(0)
			}
			if got[i] != four || one[i] != single {
				t.Fatalf("K = %d, entry %d: %v and %v, want %v and %v", k, i, got[i], one[i], four, single)
			}
		}
	}
}

// TestColumns compares bit for bit, for all sizes of blocks, with zeros of both signs,
// infinities and NaN; nothing is written beyond dst.
func TestColumns(t *testing.T) {
	r := pcg(26, 26)
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324,
		math.MaxFloat64}
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
			for name, f := range map[string][2]func(dst, v,
				table []float64){"min": {MinColumns, minReference},
				"sum": {SumColumns, sumReference}, "rows": {MinRows, rowsReference}} {
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
	r := pcg(26, 26)
	dst, v, table := make([]float64, k), make([]float64, k), make([]float64, k*k)
	for _, list := range [][]float64{v, table} {
		for i := range list {
			list[i] = r.NormFloat64()
		}
	}
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		f(dst, v, table)
	}
}

func BenchmarkMinColumns26(b *testing.B) { benchmark(b, MinColumns) }
func BenchmarkSumColumns26(b *testing.B) { benchmark(b, SumColumns) }
func BenchmarkMinRows26(b *testing.B)    { benchmark(b, MinRows) }

func BenchmarkAddOuters26(b *testing.B) {
	benchmark(b, func(_, v, table []float64) {
		u := [4][]float64{v, v, v, v}
		AddOuters(table, &u, &u)
	})
}

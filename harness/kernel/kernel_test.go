package kernel

import (
	"math"
	"slices"
	"testing"
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
		for i := range u {
			u[i], v[i] = draws(r, k, 0), draws(r, k, 0)
		}
		room := draws(r, k*k+4, 0)
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
	for k := range 100 {
		for _, rare := range []int{0, 3, 100} {
			v, table := draws(r, k, rare), draws(r, k*k, rare)
			for name, f := range map[string][2]func(dst, v,
				table []float64){"min": {MinColumns, minReference},
				"sum": {SumColumns, sumReference}, "rows": {MinRows, rowsReference}} {
				want := draws(r, k+8, 0)
				got := slices.Clone(want)
				f[0](got[4:k+4], v, table)
				if f[1](want[4:k+4], v, table); !same(got, want) {
					t.Fatalf("%s, K = %d: %v, want %v", name, k, got, want)
				}
			}
		}
	}
}

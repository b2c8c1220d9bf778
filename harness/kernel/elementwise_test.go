package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// draws returns n numbers; one in rare of them is special.
func draws(r *rand.Rand, n, rare int) []float64 {
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324,
		math.MaxFloat64}
	v := make([]float64, n)
	for i := range v {
		if v[i] = r.NormFloat64(); rare > 0 && r.IntN(rare) == 0 {
			v[i] = special[r.IntN(len(special))]
		}
	}
	return v
}

// TestElementwise compares bit for bit, for all lengths; nothing is written beyond the end.
func TestElementwise(t *testing.T) {
	r := pcg(5, 5)
	for n := range 40 {
		for _, rare := range []int{0, 4} {
			p, q, u, s, dst, a := draws(r, n, rare), draws(r, n, rare), draws(r, n, rare),
				draws(r, n, rare), draws(r, n+8, rare), r.NormFloat64()
			for name, c := range map[string]struct {
				do   func(dst []float64)
				want func(x float64, i int) float64
			}{
				"Multiply": {func(dst []float64) { Multiply(dst, p) },
					func(x float64, i int) float64 { return x * p[i] }},
				"Divide": {func(dst []float64) { Divide(dst, p, q) },
					func(_ float64, i int) float64 { return p[i] / q[i] }},
				"Scale": {func(dst []float64) { Scale(dst, a) },
					func(x float64, _ int) float64 { return a * x }},
				"AddScaled": {func(dst []float64) { AddScaled(dst, a, p) },
					func(x float64, i int) float64 { return x + float64(a*p[i]) }},
				"AddFour": {func(dst []float64) { AddFour(dst, a, p, q, u, s) },
					func(x float64, i int) float64 { return x + float64(a*((p[i]+q[i])+(u[i]+s[i]))) }},
			} {
				got, want := slices.Clone(dst), slices.Clone(dst)
				c.do(got[4 : n+4])
				for i := range n {
					want[4+i] = c.want(want[4+i], i)
				}
				if !same(got, want) {
					t.Fatalf("%s of %d: %v, want %v", name, n, got, want)
				}
			}
		}
	}
}

// TestExtremum: the largest and the least entry are found at every position.
func TestExtremum(t *testing.T) {
	r := pcg(6, 6)
	for n := range 40 {
		for _, rare := range []int{0, 2, 4, 40} {
			v := draws(r, n, rare)
			most, least := math.Inf(-1), math.Inf(1)
			for _, x := range v {
				most, least = max(most, x), min(least, x)
			}
			if got := []float64{Max(v), Min(v)}; !same(got, []float64{most + 0, least + 0}) {
				t.Fatalf("%v: %v, want %v and %v", v, got, most, least)
			}
		}
	}
	for _, z := range [][]float64{{math.Copysign(0, -1)},
		slices.Repeat([]float64{math.Copysign(0, -1)}, 9)} {
		if math.Signbit(Max(z)) || math.Signbit(Min(z)) {
			t.Errorf("a zero of %v is −0", z)
		}
	}
}

func TestEqual(t *testing.T) {
	v := draws(pcg(7, 7), 26, 0)
	if !Equal(v, slices.Clone(v)) || !Equal(nil, v[:0]) || Equal(v, v[1:]) {
		t.Error("Equal is wrong for equal or for different lists")
	}
	for i := range v {
		w := slices.Clone(v)
		if w[i] = math.Nextafter(w[i], 9); Equal(v, w) {
			t.Errorf("a difference in entry %d is missed", i)
		}
	}
}

// TestOuterOfTable checks products with a table, and its transpose.
func TestOuterOfTable(t *testing.T) {
	r := pcg(9, 9)
	for k := range 30 {
		u, v, table, room := draws(r, k, 9), draws(r, k, 9), draws(r, k*k, 9), draws(r, k*k+4, 9)
		want, turned := slices.Clone(room), slices.Clone(room)
		for i := range k * k {
			want[i] = float64(u[i/k]*table[i]) * v[i%k]
			turned[i] = table[i%k*k+i/k]
		}
		got := slices.Clone(room)
		if Outer(got[:k*k], u, table, v); !same(got, want) {
			t.Fatalf("K = %d: %v, want %v", k, got, want)
		}
		if Transpose(room[:k*k], table, k); !same(room, turned) {
			t.Fatalf("K = %d: transposed %v, want %v", k, room, turned)
		}
	}
}

func BenchmarkElementwise26(b *testing.B) {
	r := pcg(26, 26)
	p, q, one, dst := draws(r, 26, 0), draws(r, 26, 0), slices.Repeat([]float64{1}, 26),
		make([]float64, 26)
	table, pairs := draws(r, 26*26, 0), make([]float64, 26*26)
	benchmarks(b, []work{
		{"Multiply", func() { Multiply(dst, one) }}, {"Divide", func() { Divide(dst, p, q) }},
		{"Max", func() { Max(p) }},
		{"AddScaled", func() { AddScaled(dst, 1e-9, p) }},
		{"Outer", func() { Outer(pairs, p, table, q) }},
		{"Transpose", func() { Transpose(pairs, table, 26) }},
		{"Equal676", func() { Equal(table, pairs) }},
		{"MinColumns", func() { MinColumns(dst, p, table) }},
		{"SumColumns", func() { SumColumns(dst, p, table) }},
		{"MinRows", func() { MinRows(dst, p, table) }},
		{"AddOuters", func() { u := [4][]float64{p, p, p, p}; AddOuters(pairs, &u, &u) }},
	})
}

// A work is measured by itself.
type work struct {
	name string
	do   func()
}

func benchmarks(b *testing.B, list []work) {
	for _, w := range list {
		b.Run(w.name, func(b *testing.B) {
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				w.do()
			}
		})
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

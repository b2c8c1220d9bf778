package ssvm

import (
	"math"
	"testing"
)

func TestLineSearchAgainstAGrid(t *testing.T) {
	r := pcg(5, 5)
	for range 2000 {
		var l lineSearch
		for range r.IntN(4) {
			u := r.NormFloat64()
			if r.IntN(4) == 0 {
				u = 0 // on its constraint
			}
			l.add(u, r.NormFloat64()*[]float64{1, 1e-3, 1e3}[r.IntN(3)])
		}
		slope, curve := r.ExpFloat64(), r.ExpFloat64()*float64(r.IntN(2))
		value := func(g float64) float64 {
			s := slope*g - curve*g*g/2
			for k, v := range l.v {
				a, b := max(0, l.u[k]), max(0, l.u[k]+g*v)
				s += v*a*g - (b*b-a*a)/2
			}
			return s
		}
		limit := r.Float64() + 0.1
		got := l.search(slope, curve, limit)
		if got < 0 || got > limit {
			t.Fatalf("γ = %v", got)
		}
		for i := range 1001 {
			if g := float64(i) / 1000 * limit; value(g) > value(got)+1e-12*(1+math.Abs(value(got))) {
				t.Fatalf("γ = %v has %v, γ = %v has %v", got, value(got), g, value(g))
			}
		}
	}
}

func TestLineSearchWithoutSlope(t *testing.T) {
	if got := new(lineSearch).search(0, 0, 1); got != 0 {
		t.Errorf("γ = %v along nothing", got)
	}
}

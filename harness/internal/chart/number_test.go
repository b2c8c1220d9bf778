package chart

import (
	"math"
	"testing"
)

// Numbers are rounded, not cut, and none is −0.
func TestFixed(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{19.94, 1, "19.9"}, {19.96, 1, "20.0"}, {19.94, 2, "19.94"}, {0.125, 3, "0.125"},
		{7.2, 0, "7"}, {-0.01, 1, "0.0"},
		{-0.004, 2, "0.00"}, {-0.006, 2, "−0.01"}, {0, 2, "0.00"}, {-10, 2, "−10.00"},
		{1.006, 2, "1.01"}, {math.NaN(), 2, ""},
	} {
		if got := Fixed(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}

func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{{1234.5, 3, "1.23e+03"}, {0.05, 2, "0.05"}, {-3e-7, 2, "−3e−07"}, {math.NaN(), 3, ""}} {
		if got := Significant(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits is %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}

package study

import (
	"math"
	"testing"
)

func TestFixed(t *testing.T) {
	for _, test := range []struct {
		v    float64
		want string
	}{{-0.004, "0.00"}, {-0.006, "−0.01"}, {0, "0.00"}, {-10, "−10.00"}, {1.006, "1.01"}, {math.NaN(), ""}} {
		if got := fixed(test.v, 2); got != test.want {
			t.Errorf("%v is written %q, want %q", test.v, got, test.want)
		}
	}
}

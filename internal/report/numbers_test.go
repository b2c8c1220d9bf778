package report

import "testing"

// Numbers are rounded, not cut, and none is −0.
func TestFixed(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{19.94, 1, "19.9"}, {19.96, 1, "20.0"}, {19.94, 2, "19.94"}, {0.125, 3, "0.125"}, {-0.01, 1, "0.0"}, {-0.1, 1, "-0.1"}, {7.2, 0, "7"},
	} {
		if got := fixed(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits is %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}

package elementary

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
)

// Exp returns exp(x) for x <= 0 to 2 units in the last place, in half the time of math.Exp:
// with x = n·ln2/256 + r it is 2^(n/256), from a table, times the series for exp(r), |r| <=
// 0.0014.
func Exp(x float64) float64 {
	if !(x > -700) {
		return math.Exp(x) // -Inf and NaN too
	}
	const round = 0x1.8p52 // adding it leaves an integer in the low bits
	t := float64(x*(256/math.Ln2)) + round
	n, steps := math.Float64bits(t), t-round
	r := (x - float64(steps*stepHigh)) - float64(steps*stepLow)
	s := math.Float64frombits(kernel.Powers[n&255] + n>>8<<52)
	return s + float64(s*(r+float64(r*r*(0.5+float64(r*(1.0/6+float64(r*(1.0/24))))))))
}

// Exps fills dst with [Exp] of x − top, for x <= top. It gives the same bits in a third of the
// time. dst has the length of x, and may be x. O(len), without allocation.
func Exps(dst, x []float64, top float64) {
	i := 0
	for len(x)-i >= 4 {
		i += kernel.Exps(dst[i:], x[i:], top)
		for end := min(i+4, len(x)); i < end; i++ {
			dst[i] = Exp(x[i] - top)
		}
	}
	for ; i < len(x); i++ {
		dst[i] = Exp(x[i] - top)
	}
}

// stepHigh + stepLow is ln2/256; products of stepHigh with steps are exact.
const (
	stepHigh = 0x1.62e42fee00000p-9
	stepLow  = math.Ln2/256 - stepHigh
)

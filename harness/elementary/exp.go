package elementary

import "math"

// Exp returns exp(x) for x <= 0 to 2 units in the last place, in half the time
// of math.Exp: with x = n·ln2/256 + r it is 2^(n/256), from a table, times the
// series for exp(r), |r| <= 0.0014.
func Exp(x float64) float64 {
	if !(x > -700) {
		return math.Exp(x) // -Inf and NaN too
	}
	const round = 0x1.8p52 // adding it leaves an integer in the low bits
	t := x*(256/math.Ln2) + round
	n, steps := math.Float64bits(t), t-round
	r := (x - steps*stepHigh) - steps*stepLow
	s := math.Float64frombits(powers[n&255] + n>>8<<52)
	return s + s*(r+r*r*(0.5+r*(1.0/6+r*(1.0/24))))
}

// stepHigh + stepLow is ln2/256; products of stepHigh with steps are exact.
const (
	stepHigh = 0x1.62e42fee00000p-9
	stepLow  = math.Ln2/256 - stepHigh
)

// powers holds the bits of 2^(i/256).
var powers = func() (p [256]uint64) {
	for i := range p {
		p[i] = math.Float64bits(math.Exp2(float64(i) / 256))
	}
	return p
}()

package elementary

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
)

// Log returns the natural logarithm of a positive normal x to 1e-15 absolutely,
// by a table of 256 points per octave and the series about the nearest.
func Log(x float64) float64 {
	b := math.Float64bits(x)
	point := &kernel.Points[b>>44&255]
	r := float64(math.Float64frombits(b&(1<<52-1)|1023<<52)*point[0]) - 1 // |r| <= 2⁻⁹
	s := r * r
	p := (-0.5 + float64(r*(1.0/3))) + float64(s*(-0.25+float64(r*0.2)))
	return float64(float64(int(b>>52)-1023)*math.Ln2) + (point[1] + (r + float64(s*p)))
}

// Logs fills dst with [Log] of x, in the same bits. dst has the length of x, and may be x. O(len),
// without allocation.
func Logs(dst, x []float64) {
	for i := kernel.Logs(dst, x); i < len(x); i++ {
		dst[i] = Log(x[i])
	}
}

package elementary

import "math"

// Log returns the natural logarithm of a positive normal x to 1e-15 absolutely,
// by a table of 256 points per octave and the series about the nearest.
func Log(x float64) float64 {
	b := math.Float64bits(x)
	point := &points[b>>44&255]
	r := math.Float64frombits(b&(1<<52-1)|1023<<52)*point.inverse - 1 // |r| <= 2⁻⁹
	s := r * r
	return float64(int(b>>52)-1023)*math.Ln2 + (point.log + (r + s*(-0.5+r*(1.0/3)+s*(-0.25+r*0.2))))
}

var points = func() (p [256]struct{ inverse, log float64 }) {
	for i := range p {
		p[i].inverse = 512 / (512 + 2*float64(i) + 1)
		p[i].log = -math.Log(p[i].inverse)
	}
	return p
}()

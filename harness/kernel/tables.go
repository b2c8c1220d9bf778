package kernel

import "math"

// Powers holds the bits of 2^(i/256), for exponentials. Nobody may modify it.
var Powers = func() (p [256]uint64) {
	for i := range p {
		p[i] = math.Float64bits(math.Exp2(float64(i) / 256))
	}
	return p
}()

// Points holds, for points between 1 and 2, the inverse and the logarithm, for logarithms.
// Nobody may modify it.
var Points = func() (p [256][2]float64) {
	for i := range p {
		p[i][0] = 512 / (512 + 2*float64(i) + 1)
		p[i][1] = -math.Log(p[i][0])
	}
	return p
}()

package perturb

import "math"

// Euler is the Euler–Mascheroni constant γ, the mean of a standard Gumbel
// variable.
const Euler = 0.57721566490153286060651209008240243104215933593992

// Gumbel fills dst with independent zero-mean Gumbel noise, -log(-log u) - γ,
// whose variance is π²/6. Entry i depends only on (k, draw, i): not on the
// length of dst, nor on other calls. Values lie between -4.2 and 36.2. O(len).
func (k Key) Gumbel(dst []float64, draw uint64) {
	origin := k.stream(draw)
	for i := range dst {
		dst[i] = -math.Log(-math.Log(unit(bits(origin, i)))) - Euler
	}
}

// Uniform fills dst with independent uniform noise in the open interval (0,1).
// Entry i depends only on (k, draw, i), and is the u that Gumbel transforms. O(len).
func (k Key) Uniform(dst []float64, draw uint64) {
	origin := k.stream(draw)
	for i := range dst {
		dst[i] = unit(bits(origin, i))
	}
}

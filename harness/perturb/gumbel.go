package perturb

import (
	"math"
	mathbits "math/bits"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
)

// Euler is the Euler–Mascheroni constant γ, the mean of a standard Gumbel
// variable.
const Euler = 0.57721566490153286060651209008240243104215933593992

// Gumbel fills dst with independent zero-mean Gumbel noise, -log(-log u) - γ, of variance π²/6.
// Entry i depends only on (k, draw, i): not on the length of dst, nor on other calls. Values
// lie between -4.2 and 36.2, and equal the formula to 1e-13. O(len): about as long as one
// math.Log per entry, a quarter of that in vectors.
func (k Key) Gumbel(dst []float64, draw uint64) {
	origin := k.stream(draw)
	for first := 0; first < len(dst); first += 64 {
		part := dst[first:min(first+64, len(dst))]
		done, again := kernel.Gumbel(part, origin+uint64(first)*golden)
		for ; again != 0; again &= again - 1 {
			i := mathbits.TrailingZeros64(again)
			part[i] = gumbel(unit(bits(origin, first+i)))
		}
		for i := done; i < len(part); i++ {
			part[i] = gumbel(unit(bits(origin, first+i)))
		}
	}
}

func gumbel(u float64) float64 {
	e := -elementary.Log(u)
	if u > 0.99 {
		e = -math.Log(u) // e is small: an absolute error is not enough
	}
	return -elementary.Log(e) - Euler
}

// Uniform fills dst with independent uniform noise in the open interval (0,1). Entry i depends
// only on (k, draw, i), and is the u of Gumbel's formula. O(len).
func (k Key) Uniform(dst []float64, draw uint64) {
	s := k.Stream(draw)
	for i := range dst {
		dst[i] = s.Uniform(i)
	}
}

// A Stream is the uniform noise of one draw of a key, entry by entry.
type Stream uint64

// Stream returns the noise of one draw.
func (k Key) Stream(draw uint64) Stream { return Stream(k.stream(draw)) }

// Uniform returns entry i of [Key.Uniform].
func (s Stream) Uniform(i int) float64 { return unit(bits(uint64(s), i)) }

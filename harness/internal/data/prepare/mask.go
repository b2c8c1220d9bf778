package prepare

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Hide returns x with all labels Unknown, as a learner gets it for prediction. Everything except
// Gold is shared with x. Mixed stays for scoring; package wire does not send it.
func Hide(x sp.Instance) sp.Instance {
	x.Gold = slices.Repeat([]int32{sp.Unknown}, len(x.Gold))
	return x
}

// Box returns x with the labels revealed by the bounding box of its object: label 0 for variables
// in outside, which has an entry for every variable, and Unknown elsewhere. Everything except Gold
// is shared with x.
func Box(x sp.Instance, outside []bool) sp.Instance {
	x = Hide(x)
	for d := range x.Gold {
		if outside[d] {
			x.Gold[d] = 0
		}
	}
	return x
}

// Reveal returns x with a share of its labels kept and the others Unknown: a partly labelled
// training instance, or a test instance with observations. Everything except Gold is shared with x.
//
// share·n of n variables are kept on average, rounded up or down at random. The choice depends on
// seed, x.ID and n only, and a larger share keeps a superset. If share is not in [0,1], Reveal
// returns an error.
func Reveal(x sp.Instance, share float64, seed uint64) (sp.Instance, error) {
	if !(share >= 0 && share <= 1) {
		return x, fmt.Errorf(
			"data: a share of %v of the labels cannot be revealed, must be in [0,1]", share)
	}
	r := choice(x, seed)
	round := float64(r.Uint64()>>11) / (1 << 53)
	n := len(x.Gold)
	// The conversion forbids a fused multiply-add with its different rounding.
	kept := min(n, int(math.Floor(float64(share*float64(n))+round)))
	out := Hide(x)
	for _, d := range r.Perm(n)[:kept] {
		out.Gold[d] = x.Gold[d]
	}
	return out, nil
}

// Divide divides the variables of x at random into parts whose sizes differ by at most one. It
// returns the part of each variable (n entries, 0..parts-1). It depends on seed, x.ID and n only.
func Divide(x *sp.Instance, parts int, seed uint64) []int {
	part := make([]int, x.N())
	for i, d := range choice(*x, seed).Perm(x.N()) {
		part[d] = i % parts
	}
	return part
}

// choice returns the random source for the labels of x to reveal.
func choice(x sp.Instance, seed uint64) *rand.Rand {
	id := fnv.New64a()
	id.Write([]byte(x.ID))
	return rand.New(rand.NewPCG(seed, id.Sum64()))
}

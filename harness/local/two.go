package local

import (
	"math"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A two holds the scores of two labels as differences: the score of label 1 minus that of label
// 0, of each variable alone and by each of its neighbours. Sweeps need no branch on a label.
type two struct {
	first    []int32   // n+1: the neighbours of d are other[first[d]:first[d+1]]
	lean     []float64 // n: from tables, for any labels of the neighbours
	odds     []float64 // n: lean plus node scores; ±Inf if a label is forbidden
	other    []int32   // 2m: neighbours,
	strength []float64 // and the strengths of their edges, by [sp.Potentials.Agreement]
}

// fit sets x to the scores of p without node scores, with the neighbours
// around[first[d]:first[d+1]].
func (x *two) fit(p *sp.Potentials, first []int32, around []neighbour) {
	n := len(first) - 1
	x.first, x.lean, x.odds = first, sp.Grow(x.lean, n), sp.Grow(x.odds, n)
	x.other, x.strength = sp.Grow(x.other, len(around)), sp.Grow(x.strength, len(around))
	for d := range x.lean {
		x.lean[d] = 0
		for j := first[d]; j < first[d+1]; j++ {
			a := around[j]
			strength, u, v, _ := p.Agreement(int(a.edge))
			if a.up {
				u = v
			}
			x.lean[d] += u
			x.other[j], x.strength[j] = a.other, strength
		}
	}
	copy(x.odds, x.lean)
}

// rescore adds node scores (n×2).
func (x *two) rescore(node []float64) {
	for d, lean := range x.lean {
		x.odds[d] = node[2*d+1] - node[2*d] + lean
	}
}

// draw is [State.Draw].
func (x *two) draw(y []int32, noise perturb.Stream) {
	for d, g := range x.odds {
		k := int32(noise.Uniform(d) * 2)
		if g-g != 0 { // a label is forbidden
			k = int32(math.Float64bits(g)>>63) ^ 1
		}
		y[d] = k
	}
}

// climb is one sweep of [State.ICM]; it reports whether a label changed.
func (x *two) climb(y []int32) bool {
	changed := int32(0)
	first := x.first[:len(y)+1]
	for d := range y {
		g := x.gain(d, first[d], first[d+1], y)
		k := int32(math.Float64bits(g)>>63) ^ 1
		if g == 0 {
			k = y[d]
		}
		changed |= k ^ y[d]
		y[d] = k
	}
	return changed != 0
}

// gibbs is one sweep of [State.Gibbs], for the distribution raised to the power beta.
func (x *two) gibbs(y []int32, noise perturb.Stream, beta float64) {
	first := x.first[:len(y)+1]
	for d := range y {
		y[d] = choose(noise.Uniform(d), beta*x.gain(d, first[d], first[d+1], y))
	}
}

// gain returns the score of label 1 of d minus that of label 0; its neighbours are lo to hi.
func (x *two) gain(d int, lo, hi int32, y []int32) float64 {
	g := x.odds[d]
	other := x.other[lo:hi]
	strength := x.strength[lo:hi][:len(other)]
	for i, o := range other { // negative if the neighbour has label 0: set the sign bit
		g += math.Float64frombits(math.Float64bits(strength[i]) ^ uint64(y[o]^1)<<63)
	}
	return g
}

// choose returns 1 if u < 1/(1+exp(−g)), else 0; for u uniform in (0,1) the probability of 1 is
// 1/(1+exp(−g)). The bounds of a table decide most cases.
func choose(u, g float64) int32 {
	at := int((min(max(g, -reach), reach) + reach) * steps)
	b := &sigmoids[at]
	below, belowUpper := less(u, b.lower), less(u, b.upper)
	if below != belowUpper {
		below = 0
		if u*(1+math.Exp(-g)) < 1 {
			below = 1
		}
	}
	return below
}

// less returns 1 if u < v, else 0. It compares bits, so u and v must be >= 0.
func less(u, v float64) int32 {
	return int32((math.Float64bits(u) - math.Float64bits(v)) >> 63)
}

const (
	reach = 16
	steps = 64
)

// sigmoids are bounds of 1/(1+exp(−g)) in cells of width 1/steps from −reach, wide enough for
// rounding. The first and last hold for everything beyond.
var sigmoids = func() (t [2*reach*steps + 1]struct{ lower, upper float64 }) {
	sigmoid := func(i int) float64 { return 1 / (1 + math.Exp(reach-float64(i)/steps)) }
	for i := range t {
		t[i].lower, t[i].upper = sigmoid(i)*(1-1e-12), sigmoid(i+1)*(1+1e-12)
	}
	t[0].lower, t[len(t)-1].upper = 0, 2
	return t
}()

package partclamp

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/sp"
)

// A frontier searches for a new state among those that differ from an included one in one label.
// Repeated searches reach all states. It keeps buffers.
type frontier struct {
	incident sp.Incidence
	edges    []sp.Edge
	mu       sp.Marginals
	delta    []float64 // K
	included set
	sums     []float64 // of the states of the last clamping, in their order

	found flip    // the best flip found,
	from  []int32 // the state it starts from (nil: none),
	top   float64 // and the estimate of its sum
	y     []int32 // the returned state
}

// A flip gives variable d label k.
type flip struct{ d, k int32 }

// best returns the new neighbour state with the largest estimated sum over A, or the first one if
// no estimate is a number. It returns nil if all are included. The estimate uses the sum and the
// marginals given the included state,
//
//	log Z(y') ≈ log Z(y) + Δθ_d + Σ_v log E[exp(Δθ_dv)]
//
// and is exact if the neighbours v of d in A are independent given y. One Conditional call for each
// state, with the values left in sums, plus O(mK²).
func (f *frontier) best(s sp.Conditioner, p *sp.Potentials, c *bound.Clamping) ([]int32, error) {
	if f.incident.N() != p.N() || !slices.Equal(f.edges, p.Edges) {
		f.incident.Fit(p.N(), p.Edges)
		f.edges = append(f.edges[:0], p.Edges...)
	}
	f.mu.NodeOnly = true
	f.delta = sp.Grow(f.delta, p.K)
	f.included.fill(c)
	f.sums, f.from, f.top = f.sums[:0], nil, math.Inf(-1)
	for _, y := range c.States {
		sum, err := s.Conditional(&f.mu, p, c.Forest, y)
		if err != nil {
			return nil, err
		}
		f.sums = append(f.sums, sum)
		f.try(p, c.Forest, y, sum)
	}
	if f.from == nil {
		return nil, nil
	}
	f.y = append(f.y[:0], f.from...)
	f.y[f.found.d] = f.found.k
	return f.y, nil
}

// try compares the flips of y, given its sum and marginals, with the best so far.
func (f *frontier) try(p *sp.Potentials, a *sp.Forest, y []int32, sum float64) {
	own := hash(a, y)
	for d := range int32(len(y)) {
		if a.Has(d) {
			continue
		}
		for k := range int32(p.K) {
			if k == y[d] || math.IsInf(p.Node[int(d)*p.K+int(k)], -1) {
				continue // the same, or not one of the known labels
			}
			to := flip{d, k}
			v := sum + f.gain(p, a, y, to)
			if f.from != nil && !(v > f.top) || f.included.has(own^part(d, y[d])^part(d, k)) {
				continue
			}
			f.found, f.from = to, y
			if v > f.top { // false for NaN
				f.top = v
			}
		}
	}
}

// gain estimates the gain of the log sum over A by a flip of y, from the marginals of A given y.
func (f *frontier) gain(p *sp.Potentials, a *sp.Forest, y []int32, to flip) float64 {
	d, from := to.d, y[to.d]
	gain := p.Node[int(d)*p.K+int(to.k)] - p.Node[int(d)*p.K+int(from)]
	means := 1.0 // their product: one logarithm for many
	for _, e := range f.incident.At(d) {
		uv := p.Edges[e]
		delta := func(l int32) float64 {
			if uv.U == d {
				return p.PairScore(int(e), to.k, l) - p.PairScore(int(e), from, l)
			}
			return p.PairScore(int(e), l, to.k) - p.PairScore(int(e), l, from)
		}
		other := uv.U + uv.V - d
		if !a.Has(other) {
			gain += delta(y[other])
			continue
		}
		for l := range f.delta {
			f.delta[l] = delta(int32(l))
		}
		top, mean := meanExp(f.mu.Node[int(other)*p.K:][:p.K], f.delta)
		gain += top
		const small = 1e-100 // means are as small as marginals can be
		if mean < small || means < small {
			gain, means = gain+math.Log(means), 1
			gain += math.Log(mean)
			continue
		}
		means *= mean
	}
	return gain + math.Log(means)
}

// meanExp returns Σ q·exp(v), divided by exp(top), for v of any magnitude.
func meanExp(q, v []float64) (top, mean float64) {
	top, at := math.Inf(-1), 0
	for l, q := range q {
		if q > 0 && v[l] > top {
			top, at = v[l], l
		}
	}
	mean = q[at]
	for l, q := range q {
		if l != at && q > 0 {
			mean += q * math.Exp(v[l]-top)
		}
	}
	return top, mean
}

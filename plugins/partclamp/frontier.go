package main

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/sp"
)

// A frontier looks for a state among those that differ from an included one in one label:
// all states are reached in this way, one after the other. It keeps buffers.
type frontier struct {
	incident sp.Incidence
	edges    []sp.Edge
	mu       sp.Marginals
	y        []int32
	taken    []flip
}

// A flip gives variable d label k.
type flip struct{ d, k int32 }

// best returns the state of that kind, not included yet, of which the sum over A is
// estimated to be the largest; nil where all are. The estimate is from the sum and the
// marginals given the included state,
//
//	log Z(y') ≈ log Z(y) + Δθ_d + Σ_v log E[exp(Δθ_dv)]
//
// exact where the neighbours v of d in A are independent given y. One Conditional call for
// each state, and O(mK²) besides.
func (f *frontier) best(s sp.Conditioner, p *sp.Potentials, c *bound.Clamping) ([]int32, error) {
	if f.incident.N() != p.N() || !slices.Equal(f.edges, p.Edges) {
		f.incident.Fit(p.N(), p.Edges)
		f.edges = append(f.edges[:0], p.Edges...)
	}
	f.mu.NodeOnly = true
	top, base, by := math.Inf(-1), -1, flip{}
	for i, y := range c.States {
		sum, err := s.Conditional(&f.mu, p, c.Forest, y)
		if err != nil {
			return nil, err
		}
		f.take(c, y)
		for d, at := range c.Forest.Place {
			if at >= 0 {
				continue
			}
			for k := range int32(p.K) {
				to := flip{int32(d), k}
				if k == y[d] || slices.Contains(f.taken, to) {
					continue
				}
				if v := sum + f.gain(p, c.Forest, y, to); v > top {
					top, base, by = v, i, to
				}
			}
		}
	}
	if base < 0 {
		return nil, nil
	}
	f.y = append(f.y[:0], c.States[base]...)
	f.y[by.d] = by.k
	return f.y, nil
}

// take lists the flips of y that lead to states of c.
func (f *frontier) take(c *bound.Clamping, y []int32) {
	f.taken = f.taken[:0]
	for _, other := range c.States {
		if d, only := differ(c.Forest, y, other); only {
			f.taken = append(f.taken, flip{d, other[d]})
		}
	}
}

// gain estimates what the logarithm of the sum over A gains by a flip of y, from the
// marginals of A given y.
func (f *frontier) gain(p *sp.Potentials, a *sp.Forest, y []int32, to flip) float64 {
	d, from := to.d, y[to.d]
	gain := p.Node[int(d)*p.K+int(to.k)] - p.Node[int(d)*p.K+int(from)]
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
		mean := 0.0
		for l, q := range f.mu.Node[int(other)*p.K:][:p.K] {
			mean += q * math.Exp(delta(int32(l)))
		}
		gain += math.Log(mean)
	}
	return gain
}

package main

import (
	"math"
	"slices"
	"sort"

	"github.com/spbench/spbench/harness/sp"
)

// A dual is the distribution αᵢ over labelings of one instance, as atoms:
// distinct labelings with positive weights that sum to one. It starts at the
// gold labeling, where ψᵢ and the loss are 0.
type dual struct {
	n       int
	weights []float64
	losses  []float64 // L(yᵢ,y) of each atom
	flat    []int32   // n labels of each atom
	support []int32   // ranges of coordinates that the instance can touch
	bounded []int32   // positions in the list of constrained coordinates of those among them
	gap     float64   // block gap at the last visit, NaN before the first
}

func newDual(x *sp.Instance, m sp.FeatureMap, nonNeg []int) dual {
	d := dual{
		n: x.N(), weights: []float64{1}, losses: []float64{0}, flat: slices.Clone(x.Gold),
		support: m.Support(nil, x), gap: math.NaN(),
	}
	for r := 0; r < len(d.support); r += 2 {
		for k := sort.SearchInts(nonNeg, int(d.support[r])); k < len(nonNeg) && nonNeg[k] < int(d.support[r+1]); k++ {
			d.bounded = append(d.bounded, int32(k))
		}
	}
	return d
}

// labels returns the labeling of atom a, which the caller only reads.
func (d *dual) labels(a int) []int32 { return d.flat[a*d.n : (a+1)*d.n] }

// find returns the atom with labeling y, -1 if there is none, and the mean score
// of the atoms under p. O(atoms·n).
func (d *dual) find(y []int32, p *sp.Potentials) (star int, mean float64) {
	star = -1
	for a, weight := range d.weights {
		labels := d.labels(a)
		mean += weight * p.Score(labels)
		if star < 0 && slices.Equal(labels, y) {
			star = a
		}
	}
	return star, mean
}

// shift moves weight γ to labeling y, atom star unless that is -1. Atoms whose
// weight vanishes are dropped.
func (d *dual) shift(star int, y []int32, loss, gamma float64) {
	for a := range d.weights {
		d.weights[a] *= 1 - gamma
	}
	if star < 0 {
		star = len(d.weights)
		d.weights = append(d.weights, 0)
		d.losses = append(d.losses, loss)
		d.flat = append(d.flat, y...)
	}
	d.weights[star] += gamma
	kept := 0
	for a, weight := range d.weights {
		if weight == 0 {
			continue
		}
		if a != kept {
			d.weights[kept], d.losses[kept] = weight, d.losses[a]
			copy(d.labels(kept), d.labels(a))
		}
		kept++
	}
	d.weights, d.losses, d.flat = d.weights[:kept], d.losses[:kept], d.flat[:kept*d.n]
}

// meanLoss returns Σ_y αᵢ(y)·L(yᵢ,y).
func (d *dual) meanLoss() float64 {
	s := 0.0
	for a, weight := range d.weights {
		s += weight * d.losses[a]
	}
	return s
}

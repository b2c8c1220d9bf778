package main

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
)

// An iterate is the weights w = scale·v of an iterative method and, if wanted,
// their average: to shrink all of w, as regularisers do, changes one number.
type iterate struct {
	v       []float64
	scale   float64
	nonNeg  []int     // coordinates that stay >= 0
	delta   []float64 // the next change of v; zero between steps
	average *optim.Average
	all     support // of every coordinate
}

func newIterate(dim int, nonNeg []int) iterate {
	it := iterate{v: make([]float64, dim), scale: 1, nonNeg: nonNeg, delta: make([]float64, dim)}
	it.all.ranges = []int32{0, int32(dim)}
	for k := range nonNeg {
		it.all.bounded = append(it.all.bounded, int32(k))
	}
	return it
}

// smallest is the scale below which it is multiplied into v. While scale falls, v
// and what the average keeps of it grow, and digits of the mean cancel.
const smallest = 1e-3

// shrink multiplies w by factor, in O(1) but for every so many calls.
func (it *iterate) shrink(factor float64) {
	it.scale *= factor
	if it.scale >= smallest {
		return
	}
	for k, v := range it.v {
		it.delta[k] = (it.scale - 1) * v
	}
	it.move(&it.all)
	it.scale = 1
}

// move adds delta, which is zero outside of s, to v, projects, and clears delta.
func (it *iterate) move(s *support) {
	for _, k := range s.bounded {
		if at := it.nonNeg[k]; it.v[at]+it.delta[at] < 0 {
			it.delta[at] = -it.v[at]
		}
	}
	for r := 0; r < len(s.ranges); r += 2 {
		lo, hi := s.ranges[r], s.ranges[r+1]
		floats.Add(it.v[lo:hi], it.delta[lo:hi])
	}
	if it.average != nil {
		it.average.Add(s.ranges, it.delta)
	}
	for r := 0; r < len(s.ranges); r += 2 {
		clear(it.delta[s.ranges[r]:s.ranges[r+1]])
	}
}

// restart makes w the iterate and lets the average begin after it.
func (it *iterate) restart(w []float64) {
	copy(it.v, w)
	it.scale = 1
	if it.average != nil {
		it.average.Reset()
	}
}

// done takes w into the average: the end of a step.
func (it *iterate) done() {
	if it.average != nil {
		it.average.Step(it.scale)
	}
}

// params returns a copy of w, or of its average. O(dim).
func (it *iterate) params() []float64 {
	w := make([]float64, len(it.v))
	if it.average != nil {
		it.average.Mean(w, it.v)
		optim.Project(w, it.nonNeg) // rounding may leave −0.0000…1
		return w
	}
	return floats.ScaleTo(w, it.scale, it.v)
}

package main

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
)

// unite sets ranges to what the touching instances can touch.
func (s *sgd) unite() {
	s.ranges = s.ranges[:0]
	for _, i := range s.touching {
		s.merged = union(s.merged[:0], s.ranges, s.examples[i].support)
		s.ranges, s.merged = s.merged, s.ranges
	}
}

// union appends the union of two lists of ascending disjoint ranges.
func union(ranges, a, b []int32) []int32 {
	for len(a)+len(b) > 0 {
		if len(a) == 0 || len(b) > 0 && b[0] < a[0] {
			a, b = b, a
		}
		if n := len(ranges); n > 0 && a[0] <= ranges[n-1] {
			ranges[n-1] = max(ranges[n-1], a[1])
		} else {
			ranges = append(ranges, a[0], a[1])
		}
		a = a[2:]
	}
	return ranges
}

// erase clears delta where instance i can touch it.
func (s *sgd) erase(i int) {
	support := s.examples[i].support
	for r := 0; r < len(support); r += 2 {
		clear(s.delta[support[r]:support[r+1]])
	}
}

// apply takes w to w − γ·(λw − delta), clears delta and takes the new iterate into
// the average.
func (s *sgd) apply() {
	s.unite()
	square := 0.0
	for r := 0; r < len(s.ranges); r += 2 {
		delta := s.delta[s.ranges[r]:s.ranges[r+1]]
		square += floats.Dot(delta, delta)
	}
	gamma := s.size.next(square, s.scale*math.Sqrt(s.square), s.zero)
	if s.size.h > 1 { // or else w is 0, and 1 − γλ may be
		s.scale *= 1 - gamma*s.size.lambda
	}
	for r := 0; r < len(s.ranges); r += 2 {
		floats.Scale(gamma/s.scale, s.delta[s.ranges[r]:s.ranges[r+1]])
	}
	for _, i := range s.touching {
		for _, j := range s.examples[i].bounded {
			s.delta[j] = max(s.delta[j], -s.v[j])
		}
	}
	s.move()
}

// move adds delta to v and clears it.
func (s *sgd) move() {
	if s.average != nil {
		s.average.Add(s.ranges, s.delta)
	}
	for r := 0; r < len(s.ranges); r += 2 {
		v, delta := s.v[s.ranges[r]:s.ranges[r+1]], s.delta[s.ranges[r]:s.ranges[r+1]]
		for j, d := range delta {
			s.square += d * (2*v[j] + d)
			v[j] += d
		}
		clear(delta)
	}
	s.square = max(s.square, 0) // rounding may leave −0.0000…1
	if s.average != nil {
		s.average.Step(s.scale)
	}
}

// iterate returns the weights to use: the average, or the last ones.
func (s *sgd) iterate() []float64 {
	w := make([]float64, len(s.v))
	if s.average != nil && s.size.h > s.since {
		s.average.Mean(w, s.v)
		optim.Project(w, s.nonNeg) // rounding may leave −0.0000…1
	} else {
		floats.ScaleTo(w, s.scale, s.v)
	}
	return w
}

package marginalpmap

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/optim"
)

// unite returns the union of the supports of the touching instances.
func (s *sgd) unite() *optim.Support {
	if len(s.touching) == 1 {
		return &s.examples[s.touching[0]].support
	}
	ranges := s.support.Ranges[:0]
	for _, i := range s.touching {
		s.merged = optim.Union(s.merged[:0], ranges, s.examples[i].support.Ranges)
		ranges, s.merged = s.merged, ranges
	}
	s.support.Fit(ranges, s.NonNegative)
	return &s.support
}

// apply takes w to w − γ·(λw − Delta), clears Delta and takes the new iterate into
// the average.
func (s *sgd) apply() {
	support := s.unite()
	ranges, square := support.Ranges, 0.0
	for r := 0; r < len(ranges); r += 2 {
		square += kernel.SumSquares(s.Delta[ranges[r]:ranges[r+1]])
	}
	gamma := s.size.next(square, s.Scale*math.Sqrt(s.square), s.zero)
	if s.size.h > 1 { // otherwise w is 0, and 1 − γλ may be 0 too
		s.Shrink(1 - gamma*s.size.lambda)
	}
	s.square = max(s.square+s.Move(support, gamma/s.Scale), 0) // rounding may leave −0.0000…1
	s.Step()
	s.encoder.Step()
}

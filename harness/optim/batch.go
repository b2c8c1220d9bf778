package optim

// A Turn is the visit of term I in a pass of an Order.
type Turn struct{ I, Pass int }

// NextBatch makes one step on the mean of the next n terms. In place of Gradient, gradients adds
// bᵢ/n·∇ℓᵢ of each at Scale·V to Delta, and returns the sum of bᵢ/n·ℓᵢ. After an error only the order
// has advanced.
func (s *SGD) NextBatch(n int, gradients func(turns []Turn) (value float64, err error)) error {
	s.turns = s.turns[:0]
	for range n {
		i := s.Order.Next()
		s.turns = append(s.turns, Turn{i, s.Order.Pass})
	}
	value, err := gradients(s.turns)
	if err != nil {
		s.Clear(s.All())
		return err
	}
	ranges := s.support.Ranges[:0]
	for _, t := range s.turns {
		s.visits += s.Weight[t.I]
		s.touched = s.Touched(s.touched[:0], t.I)
		s.merged = Union(s.merged[:0], ranges, s.touched)
		ranges, s.merged = s.merged, ranges
	}
	s.loss += value * float64(n)
	s.support.Fit(ranges, s.NonNegative)
	s.step(1, value)
	return nil
}

// Union appends the union of two lists of ascending disjoint ranges.
func Union(ranges, a, b []int32) []int32 {
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

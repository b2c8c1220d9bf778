package network

import "github.com/spbench/spbench/harness/sp"

// evaluate sets the value, the gradient and the error of a part of a batch.
func (s *shard) evaluate(images []Image) {
	s.reset(s.gradient)
	s.value, s.err = 0, nil
	for _, i := range s.batch {
		scores := s.Forward(images[i])
		s.delta = sp.Grow(s.delta, len(scores))
		value, err := s.loss.Value(s.delta, scores, i)
		if err != nil {
			s.err = err
			return
		}
		s.value += value
		s.backward(s.gradient, s.delta)
	}
}

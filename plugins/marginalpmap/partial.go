package marginalpmap

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// include adds instances with unknown labels to the examples, with weight kappa·aᵢ and labels
// estimated under the present weights w_1 (lines 3 and 4 of Algorithm 3). The next step starts at
// w_1. After an error nothing has changed.
func (s *sgd) include(partial []sp.Instance, kappa float64, draws int) error {
	w := s.Weights()
	guesses := make([][]float64, len(partial))
	for i := range partial {
		var err error
		if guesses[i], err = s.guess(w, &partial[i], draws); err != nil {
			return fmt.Errorf("marginalpmap: unknown labels of instance %q: %w", partial[i].ID, err)
		}
	}
	s.guesses, s.staged = guesses, 0
	s.join(partial, kappa, draws)
	if s.Average != nil {
		floats.ScaleTo(s.V, 1/s.Scale, w)
		s.square = floats.Dot(s.V, s.V)
		s.Average.Reset()
	}
	return nil
}

// join makes examples of all instances, with the guesses.
func (s *sgd) join(partial []sp.Instance, kappa float64, draws int) {
	examples := append(make([]example, 0, len(s.examples)+len(partial)), s.examples...)
	for i, guess := range s.guesses {
		x, q := &partial[i], guess
		switch {
		case s.partial == partialKnown:
			q = nil
		case s.joint:
			imputed := *x
			imputed.Gold, imputed.Allowed = make([]int32, x.N()), nil
			for d := range imputed.Gold {
				imputed.Gold[d] = int32(guess[d])
			}
			x, q = &imputed, nil
		}
		e := s.example(x, kappa, q)
		e.condition = q != nil && s.partial != partialBoth
		if e.clamp = s.joint && s.partial == partialKnown; e.clamp {
			e.zero *= knownShare(x)
		}
		examples = append(examples, e)
	}
	s.learnFrom(examples)
	s.skip += uint64(draws) // noise draws not used for q
}

// knownShare returns the share of the variables of x with a known label.
func knownShare(x *sp.Instance) float64 {
	known := 0
	for _, k := range x.Gold {
		if k != sp.Unknown {
			known++
		}
	}
	return float64(known) / float64(x.N())
}

// guess returns training labels for x under w, given its known labels: the label probabilities q
// (n×K) from perturbed maximisers, or for the joint loss the labels (n) of the MAP; nothing if the
// known labels are enough.
func (s *sgd) guess(w []float64, x *sp.Instance, draws int) ([]float64, error) {
	if s.partial == partialKnown {
		return []float64{}, nil
	}
	solver, err := s.task.Solver(x)
	if err != nil {
		return nil, err
	}
	s.task.Map.Potentials(&s.p, w, x)
	s.p.Scale(1 / s.temperature)
	s.p.Restrict(x)
	if !s.joint {
		var out sp.Prediction
		key := perturb.NewKey(s.task.Seed, x.ID)
		noise := func(dst []float64, draw uint64) { key.Fill(dst, s.family, draw) }
		_, err = perturb.Estimate(&out, solver, &s.p, noise, draws)
		return out.Marginal, err
	}
	y := make([]int32, x.N())
	_, err = solver.MAP(y, &s.p)
	labels := make([]float64, len(y))
	for d, k := range y {
		labels[d] = float64(k)
	}
	return labels, err
}

package main

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// include takes instances with unknown labels among the examples, with weight
// kappa·aᵢ, as the present weights w_1 see them (lines 3 and 4 of Algorithm 3). The
// next step starts at w_1. After an error nothing has changed.
func (s *sgd) include(partial []sp.Instance, kappa float64, draws int) error {
	w := s.Weights()
	examples := append(make([]example, 0, len(s.examples)+len(partial)), s.examples...)
	for i := range partial {
		e, err := s.guess(w, &partial[i], kappa, draws)
		if err != nil {
			return fmt.Errorf("marginalpmap: unknown labels of instance %q: %w", partial[i].ID, err)
		}
		examples = append(examples, e)
	}
	s.learnFrom(examples)
	s.skip += uint64(draws) // numbers of noise that q has not seen
	if s.Average != nil {
		floats.ScaleTo(s.V, 1/s.Scale, w)
		s.square = floats.Dot(s.V, s.V)
		s.Average.Reset()
	}
	return nil
}

// guess returns x as an example under w: with q from perturbed maximisers, for the
// joint loss with the MAP as its labels, both given what is known of x.
func (s *sgd) guess(w []float64, x *sp.Instance, kappa float64, draws int) (example, error) {
	solver, err := s.task.Solver(x)
	if err != nil {
		return example{}, err
	}
	s.task.Map.Potentials(&s.p, w, x)
	s.p.Restrict(x)
	if s.joint {
		imputed := *x
		imputed.Gold, imputed.Allowed = make([]int32, x.N()), nil
		_, err = solver.MAP(imputed.Gold, &s.p)
		return s.example(&imputed, kappa, nil), err
	}
	var out sp.Prediction
	if _, err = perturb.Estimate(&out, solver, &s.p, perturb.NewKey(s.task.Seed, x.ID), draws); err != nil {
		return example{}, err
	}
	return s.example(x, kappa, out.Marginal), nil
}

package marginalpmap

import (
	"math"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// An example is a training instance with its precomputed data.
type example struct {
	x          *sp.Instance
	importance float64 // aᵢ, times κ if labels were unknown
	weight     float64 // importance over the mean of all
	condition  bool    // maximise over the labelings that agree with x's labels
	clamp      bool    // joint: learn from the maximum given the known labels
	terms      []term  // by d, then k; none for the joint loss
	incident   sp.Incidence
	key        perturb.Key
	support    optim.Support // coordinates it can touch
	zero       float64       // ℓ at w = 0; its order of magnitude if the noise is not Gumbel's
}

// example returns x with weight kappa·aᵢ. Training uses its labels, or the label probabilities q
// (n×K) if q is not nil.
func (s *sgd) example(x *sp.Instance, kappa float64, q []float64) example {
	e := example{
		x: x, importance: kappa * x.Weight, terms: s.terms(x, q),
		key:     perturb.NewKey(s.task.Seed, x.ID),
		support: optim.NewSupport(s.task.Map.Support(nil, x), s.NonNegative),
	}
	e.incident.Fit(x.N(), x.Edges)
	if s.joint {
		e.zero = float64(x.N())
	}
	for _, t := range e.terms {
		e.zero += t.weight
	}
	e.zero *= math.Log(float64(x.K)) * s.temperature
	return e
}

// learnFrom sets the examples of the next passes.
func (s *sgd) learnFrom(examples []example) {
	n, mean := len(examples), 0.0
	for i := range examples {
		mean += examples[i].importance / float64(n)
	}
	for i := range examples {
		examples[i].weight = examples[i].importance / mean
	}
	s.examples = examples
	s.order.Extend(n)
}

// terms returns the terms of the loss of x under label probabilities q (nil: x.Gold, where
// it is known).
func (s *sgd) terms(x *sp.Instance, q []float64) (terms []term) {
	weights := q
	switch {
	case s.joint:
		return nil
	case s.nodeLoss != nil:
		weights = make([]float64, x.N()*x.K)
		s.nodeLoss.Weights(weights, x, q)
	case q == nil:
		for d, k := range x.Gold {
			if k != sp.Unknown {
				terms = append(terms, term{int32(d), k, 1})
			}
		}
		return terms
	}
	for i, weight := range weights {
		if weight != 0 {
			terms = append(terms, term{int32(i / x.K), int32(i % x.K), weight})
		}
	}
	return terms
}

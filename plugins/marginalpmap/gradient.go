package main

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A gradient adds c times a stochastic gradient of −ℓ to delta and returns an
// estimate of ℓ times the scale of the scores in p. Set before: p to perturbed
// scores, a to their maximiser y_A, best to its score.
type gradient func(s *sgd, solver sp.Solver, x *sp.Instance, best, c float64) (loss float64, err error)

// joint adds Ψ(y) − Ψ(y_A): line 9 of Algorithm 1. The perturbation of the gold
// score has mean zero; with it the estimate of ℓ is never negative.
func joint(s *sgd, _ sp.Solver, x *sp.Instance, best, c float64) (loss float64, err error) {
	s.task.Map.Add(s.delta, c, x, x.Gold)
	s.task.Map.Add(s.delta, -c, x, s.a)
	return best - s.p.Score(x.Gold), nil
}

// marginal adds Σ_d [Ψ(y_B,d) − Ψ(y_A)], lines 7 to 11 of Algorithm 2, where y_B,d
// is the best labeling with the gold label at d: y_A itself where that has it, so
// that only the other d are solved for (Gumbel reduction). The perturbation of d,
// which the paper leaves out of B_d, is a constant of mean zero there.
func marginal(s *sgd, solver sp.Solver, x *sp.Instance, best, c float64) (loss float64, err error) {
	clamper, clamps := solver.(sp.Clamper)
	s.b = sp.Grow(s.b, x.N())
	s.count.fit(x)
	defer s.count.clear()
	for d, k := range x.Gold {
		var score float64
		switch {
		case s.reduce && s.a[d] == k:
			continue
		case s.reduce && clamps:
			score, err = clamper.Clamped(s.b, d, k)
		default:
			score, err = s.restricted(solver, x, d, k)
		}
		if err != nil {
			return 0, err
		}
		loss += best - score
		s.count.add(x, s.b, s.a)
	}
	s.count.addTo(s.delta, c, s.task.Map, x)
	return loss, nil
}

// restricted sets b to the maximiser with variable d at label k, by a MAP call of
// its own, and returns its score.
func (s *sgd) restricted(solver sp.Solver, x *sp.Instance, d int, k int32) (float64, error) {
	row := s.p.Node[d*x.K : (d+1)*x.K]
	s.row = append(s.row[:0], row...)
	for l := range row {
		if int32(l) != k {
			row[l] = math.Inf(-1)
		}
	}
	score, err := solver.MAP(s.b, &s.p)
	copy(row, s.row)
	return score, err
}

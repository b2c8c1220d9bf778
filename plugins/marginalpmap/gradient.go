package main

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A gradient adds c times a stochastic gradient of −ℓ to Delta and returns an
// estimate of ℓ times the scale of the scores in p. Set before: p to perturbed
// scores, a to their maximiser y_A, best to its score.
type gradient func(s *sgd, solver sp.Solver, e *example, best, c float64) (loss float64, err error)

// joint adds Ψ(y) − Ψ(y_A): line 9 of Algorithm 1. The perturbation of the gold
// score has mean zero; with it the estimate of ℓ is never negative.
func joint(s *sgd, _ sp.Solver, e *example, best, c float64) (loss float64, err error) {
	s.task.Map.Add(s.Delta, c, e.x, e.x.Gold)
	s.task.Map.Add(s.Delta, -c, e.x, s.a)
	return best - s.p.Score(e.x.Gold), nil
}

// A term is one summand weight·[A − B_d,k] of a marginal loss: weight is 1, θ_d(k),
// q_d(k) or q_d(k)·θ_d(k), and never 0.
type term struct {
	d, k   int32
	weight float64
}

// marginal adds Σ weight·[Ψ(y_B,d,k) − Ψ(y_A)] over the terms, lines 7 to 11 of
// Algorithms 2 and 4, where y_B,d,k is the best labeling with label k at d: y_A
// itself where that has it, so that only the other terms are solved for (Gumbel
// reduction). The perturbation of d, which the paper leaves out of B_d, is a
// constant of mean zero there.
func marginal(s *sgd, solver sp.Solver, e *example, best, c float64) (loss float64, err error) {
	clamper, clamps := solver.(sp.Clamper)
	s.b = append(s.b[:0], s.a...)
	s.count.fit(e.x)
	defer s.count.clear()
	for _, t := range e.terms {
		var score float64
		switch {
		case s.reduce && s.a[t.d] == t.k:
			continue
		case s.dynamic && clamps:
			score, err = clamper.Clamped(nil, int(t.d), t.k)
			s.moves = clamper.Moves(s.moves[:0])
		default:
			score, err = s.restricted(solver, e.x, int(t.d), t.k)
		}
		if err != nil {
			return 0, err
		}
		if s.a[t.d] != t.k {
			loss += t.weight * (best - score)
		}
		for _, m := range s.moves {
			s.b[m.Variable] = m.Label
		}
		s.count.add(e.x, &e.incident, t.weight, s.b, s.a, s.moves)
		for _, m := range s.moves {
			s.b[m.Variable] = s.a[m.Variable]
		}
	}
	s.count.addTo(s.Delta, c, s.task.Map, e.x)
	return loss, nil
}

// restricted sets moves to those from a to the maximiser with variable d at label
// k, by a MAP call of its own, and returns its score. b is that maximiser.
func (s *sgd) restricted(solver sp.Solver, x *sp.Instance, d int, k int32) (float64, error) {
	row := s.p.Node[d*x.K : (d+1)*x.K]
	s.row = append(s.row[:0], row...)
	for l := range row {
		if int32(l) != k {
			row[l] = math.Inf(-1)
		}
	}
	score, err := s.maximise(s.b, solver)
	copy(row, s.row)
	s.moves = s.moves[:0]
	for i, l := range s.b {
		if l != s.a[i] {
			s.moves = append(s.moves, sp.Move{Variable: int32(i), Label: l})
		}
	}
	return score, err
}

// maximise sets y to the maximiser of p and returns its score. Unless cuts are to
// be dynamic, nothing is left to it of the problem solved before.
func (s *sgd) maximise(y []int32, solver sp.Solver) (float64, error) {
	if f, ok := solver.(sp.Forgetter); ok && !s.dynamic {
		f.Forget()
	}
	return solver.MAP(y, &s.p)
}

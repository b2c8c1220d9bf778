package main

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// joint adds c·(Ψ(y) − Ψ(y*)) to delta, y* the perturbed maximiser: lines 6 and 7
// of Algorithm 1.
func (s *sgd) joint(x *sp.Instance, c float64) error {
	_, wrong, err := s.perturbed(x)
	if err != nil || wrong == 0 {
		return err
	}
	s.task.Map.Add(s.delta, c, x, x.Gold)
	s.task.Map.Add(s.delta, -c, x, s.a)
	return nil
}

// perturbed sets a to the maximiser of the perturbed scores and counts the
// variables that it gets wrong.
func (s *sgd) perturbed(x *sp.Instance) (solver sp.Solver, wrong int, err error) {
	if solver, err = s.task.Solver(x); err != nil {
		return nil, 0, err
	}
	s.a = sp.Grow(s.a, x.N())
	best, err := solver.MAP(s.a, &s.p)
	if err != nil {
		return nil, 0, err
	}
	for d, k := range x.Gold {
		if s.a[d] != k {
			wrong++
		}
	}
	s.loss += best
	s.mismatches += float64(wrong)
	return solver, wrong, nil
}

// marginal adds c·Σ_d [Ψ(y_B,d) − Ψ(y_A)] to delta: lines 5 to 9 of Algorithm 2,
// A and B under the same perturbation. Where y_A has the gold label at d, y_B,d is
// y_A (Gumbel reduction). Differences are gathered as whole numbers of labels, so
// that terms which cancel leave nothing behind, whatever the order.
func (s *sgd) marginal(x *sp.Instance, c float64) error {
	solver, wrong, err := s.perturbed(x)
	if err != nil || wrong == 0 && s.reduce {
		return err
	}
	clamper, fast := solver.(sp.Clamper)
	s.b = sp.Grow(s.b, x.N())
	s.count.reset(x)
	for d, k := range x.Gold {
		switch {
		case s.reduce && s.a[d] == k:
			continue
		case s.reduce && fast:
			_, err = clamper.Clamped(s.b, d, k)
		default:
			err = s.restricted(solver, d, k, x.K)
		}
		if err != nil {
			return err
		}
		s.count.add(x, s.b, s.a)
	}
	if wrong > 0 {
		s.task.Map.AddMean(s.delta, c, x, &s.count.Marginals)
	}
	return nil
}

// restricted sets b to the maximiser with variable d at label k, by a MAP call of
// its own. The perturbation of d is then a constant.
func (s *sgd) restricted(solver sp.Solver, d int, k int32, labels int) error {
	row := s.p.Node[d*labels : (d+1)*labels]
	kept := append(s.noise[:0], row...) // the noise is in p already
	for l := range row {
		if int32(l) != k {
			row[l] = math.Inf(-1)
		}
	}
	_, err := solver.MAP(s.b, &s.p)
	copy(row, kept)
	return err
}

package marginalpmap

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A gradient adds the stochastic gradient of −ℓ for one draw to r. y_A is the maximiser of p with
// score best. It returns an estimate of ℓ times the scale of the scores in p.
type gradient func(f *finder, r *found, solver sp.Solver, e *example, best float64) (loss float64,
	err error)

// joint finds Ψ(y) − Ψ(y_A): line 9 of Algorithm 1. The perturbation of the gold
// score has mean zero; with it the estimate of ℓ is never negative.
func joint(f *finder, r *found, s sp.Solver, e *example, best float64) (loss float64, err error) {
	r.a, r.b = append(r.a, f.a...), append(r.b, e.x.Gold...)
	if !e.clamp {
		return best - f.p.Score(e.x.Gold), nil
	}
	f.p.Restrict(e.x)
	score, err := f.maximise(r.b[len(r.b)-e.x.N():], s)
	return best - score, err
}

// learn hands the derivatives of ℓ by node scores to the encoder.
func (r *found) learn(s *sgd, e *example) {
	scale := s.Scale * (e.importance / e.x.Weight) / float64(s.samples) // Learn knows aᵢ, but not κ
	if s.joint {
		s.encoder.LearnLabels(e.x, r.a, r.b, s.V, scale)
	} else {
		s.encoder.Learn(e.x, r.count.Node, s.V, -scale)
	}
}

// addTo adds c times the stochastic gradient of −ℓ to Delta.
func (r *found) addTo(s *sgd, e *example, c float64) {
	c /= float64(s.samples)
	for i, n := 0, e.x.N(); i < len(r.a); i += n {
		s.finder.task.Map.Add(s.Delta, c, e.x, r.b[i:][:n])
		s.finder.task.Map.Add(s.Delta, -c, e.x, r.a[i:][:n])
	}
	if s.joint {
		return
	}
	r.count.addTo(s.Delta, c, s.finder.task.Map, e.x)
	r.count.clear()
}

// A term is one summand weight·[A − B_d,k] of a marginal loss. weight is 1, θ_d(k), q_d(k) or
// q_d(k)·θ_d(k), and never 0.
type term struct {
	d, k   int32
	weight float64
}

// marginal counts Σ weight·[Ψ(y_B,d,k) − Ψ(y_A)] over the terms, lines 7 to 11 of Algorithms 2 and
// 4. y_B,d,k is the best labeling with label k at d. If y_A has that label, it is y_A, and no
// problem needs solving (Gumbel reduction). The paper leaves the perturbation of d out of B_d; here
// it is included, a constant of mean zero.
func marginal(f *finder, r *found, solver sp.Solver, e *example,
	best float64) (loss float64, err error) {
	clamper, clamps := solver.(sp.Clamper)
	f.b = append(f.b[:0], f.a...)
	for _, t := range e.terms {
		var score float64
		switch {
		case f.reduce && f.a[t.d] == t.k:
			continue
		case f.dynamic && clamps:
			score, err = clamper.Clamped(nil, int(t.d), t.k)
			f.moves = clamper.Moves(f.moves[:0])
		default:
			score, err = f.restricted(solver, e.x, int(t.d), t.k)
		}
		if err != nil {
			r.count.clear()
			return 0, err
		}
		if f.a[t.d] != t.k {
			loss += t.weight * (best - score)
		}
		for _, m := range f.moves {
			f.b[m.Variable] = m.Label
		}
		r.count.add(e.x, &e.incident, t.weight, f.b, f.a, f.moves)
		for _, m := range f.moves {
			f.b[m.Variable] = f.a[m.Variable]
		}
	}
	return loss, nil
}

// restricted sets moves to those from y_A to the maximiser with label k at variable d, found by a
// separate MAP call, and returns its score. b is that maximiser.
func (f *finder) restricted(solver sp.Solver, x *sp.Instance, d int, k int32) (float64, error) {
	row := f.p.Node[d*x.K : (d+1)*x.K]
	f.row = append(f.row[:0], row...)
	for l := range row {
		if int32(l) != k {
			row[l] = math.Inf(-1)
		}
	}
	score, err := f.maximise(f.b, solver)
	copy(row, f.row)
	f.moves = f.moves[:0]
	for i, l := range f.b {
		if l != f.a[i] {
			f.moves = append(f.moves, sp.Move{Variable: int32(i), Label: l})
		}
	}
	return score, err
}

// maximise sets y to the maximiser of p and returns its score. Unless cuts are dynamic, the solver
// first forgets the previous problem.
func (f *finder) maximise(y []int32, solver sp.Solver) (float64, error) {
	if s, ok := solver.(sp.Forgetter); ok && !f.dynamic {
		s.Forget()
	}
	return solver.MAP(y, &f.p)
}

package main

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// An sgd is the state of double stochastic gradient descent. The iterate is
// w = scale·v, so that the shrinking by the regulariser is one multiplication and a
// step costs only what its instances can touch. Projecting w onto w >= 0 is
// projecting v. A maximiser under w is one under v when the perturbation is divided
// by scale, so that the potentials need no scaling either.
type sgd struct {
	task     *sp.Task
	size     step
	gradient gradient
	joint    bool        // gradient is that of whole labelings
	reduce   bool        // leave out problems that y_A solves
	dynamic  bool        // solve the others by clamping; else nothing is kept between solutions
	nodeLoss sp.NodeLoss // whose weights the terms carry; nil: 1

	v        []float64
	scale    float64
	square   float64 // ‖v‖²
	average  *optim.Average
	since    int // steps before those of average
	nonNeg   []int
	examples []example

	order *rand.Rand
	perm  []int
	at    int    // position in perm
	draw  uint64 // of the noise: the number of the pass

	// Since the last checkpoint.
	visits, loss, mismatches, variables float64

	// Buffers.
	delta    []float64 // dim; zero between steps
	touching []int     // instances of the batch with a part in delta
	ranges   []int32   // of delta that they can touch
	merged   []int32
	zero     float64 // ℓ(0) of the batch
	p        sp.Potentials
	noise    []float64
	row      []float64
	a, b     []int32 // y_A, y_B,d
	count    counts
}

func newSGD(t *sp.Task, l *MarginalPMAP) *sgd {
	s := &sgd{
		task: t, size: step{lambda: l.Lambda, standard: l.Step == stepStandard}, scale: 1, reduce: l.GumbelReduction, dynamic: l.DynamicCuts,
		joint: l.Objective == kindJoint, gradient: marginal,
		v: make([]float64, t.Map.Dim()), delta: make([]float64, t.Map.Dim()),
		nonNeg: t.Map.NonNegative(),
		order:  rand.New(rand.NewPCG(t.Seed, 0x6f72646572)), // a stream of its own
	}
	if s.joint {
		s.gradient, s.reduce = joint, true // whose problem is the one of y_A
	}
	if l.Objective == kindWeighted {
		s.nodeLoss = t.Loss.(sp.NodeLoss)
	}
	if l.Average {
		s.average = optim.NewAverage(len(s.v), optim.Linear)
	}
	examples := make([]example, len(t.Train))
	for i := range t.Train {
		examples[i] = s.example(&t.Train[i], 1, nil)
	}
	s.learnFrom(examples)
	return s
}

// step makes one step on the next instances. After an error nothing has changed
// but the place in the order.
func (s *sgd) step(batch int) error {
	s.touching, s.zero = s.touching[:0], 0
	for range batch {
		if err := s.visit(s.next(), 1/float64(batch)); err != nil {
			for _, i := range s.touching {
				s.erase(i)
			}
			return err
		}
	}
	s.apply()
	return nil
}

// next returns the next instance of the current permutation.
func (s *sgd) next() int {
	if s.at == len(s.perm) {
		s.order.Shuffle(len(s.perm), func(i, j int) { s.perm[i], s.perm[j] = s.perm[j], s.perm[i] })
		s.at = 0
		s.draw++
	}
	s.at++
	return s.perm[s.at-1]
}

// visit adds c times the stochastic gradient of instance i to delta.
func (s *sgd) visit(i int, c float64) error {
	e := &s.examples[i]
	x := e.x
	solver, err := s.task.Solver(x)
	if err != nil {
		return err
	}
	scale := 1 / s.scale
	s.task.Map.Potentials(&s.p, s.v, x)
	s.noise = sp.Grow(s.noise, len(s.p.Node))
	e.key.Gumbel(s.noise, s.draw)
	floats.AddScaled(s.p.Node, scale, s.noise)
	if e.condition {
		s.p.Restrict(x)
	}

	s.a = sp.Grow(s.a, x.N())
	best, err := s.maximise(s.a, solver)
	if err != nil {
		return err
	}
	wrong, loss := s.wrong(e), 0.0
	if wrong > 0 || !s.reduce {
		if loss, err = s.gradient(s, solver, e, best, c*e.weight); err != nil {
			return err
		}
	}
	if wrong > 0 {
		s.touching = append(s.touching, i)
	}
	s.zero += c * e.weight * e.zero
	s.visits += e.weight
	s.loss += e.weight * loss / scale
	s.mismatches += e.weight * float64(wrong)
	s.variables += e.weight * float64(x.N())
	return nil
}

// wrong returns the number of terms, for the joint loss of variables, whose label
// y_A does not have.
func (s *sgd) wrong(e *example) int {
	if s.joint {
		return mismatches(s.a, e.x.Gold)
	}
	wrong := 0
	for _, t := range e.terms {
		if s.a[t.d] != t.k {
			wrong++
		}
	}
	return wrong
}

// mismatches returns the number of variables where y and gold differ.
func mismatches(y, gold []int32) int {
	wrong := 0
	for d, k := range gold {
		if y[d] != k {
			wrong++
		}
	}
	return wrong
}

// checkpoint returns the iterate to use and the running means, which start anew.
func (s *sgd) checkpoint() sp.Checkpoint {
	values := map[string]float64{}
	if s.visits > 0 {
		values["mismatches"] = s.mismatches / s.visits
		values["variables"] = s.variables / s.visits
		values["loss-estimate"] = s.loss / s.visits
	}
	s.visits, s.loss, s.mismatches, s.variables = 0, 0, 0, 0
	return sp.Checkpoint{Params: s.iterate(), Values: values}
}

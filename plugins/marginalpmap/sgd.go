package main

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// An sgd is the state of double stochastic gradient descent on w = Scale·V. A maximiser
// under w is one under V when the perturbation is divided by Scale, so that the
// potentials need no scaling; that has no use for a Fold.
type sgd struct {
	optim.Iterate
	square   float64 // ‖V‖²
	task     *sp.Task
	size     step
	gradient gradient
	joint    bool        // gradient is that of whole labelings
	reduce   bool        // leave out problems that y_A solves
	dynamic  bool        // solve the others by clamping; else nothing is kept between solutions
	nodeLoss sp.NodeLoss // whose weights the terms carry; nil: 1

	examples []example
	guesses  [][]float64 // of the instances with unknown labels, see guess; nil in the first stage
	staged   int         // visits of the stage
	order    *optim.Order
	skip     uint64 // numbers of noise before those of the passes
	draw     uint64 // of the noise: skip and the number of the pass

	// Since the last checkpoint.
	visits, loss, mismatches, variables float64

	// Buffers.
	touching []int         // instances of the batch with a part in Delta
	support  optim.Support // that they can touch
	merged   []int32
	zero     float64 // ℓ(0) of the batch
	p        sp.Potentials
	noise    []float64
	row      []float64
	a, b     []int32   // y_A, y_B,d
	moves    []sp.Move // from y_A to y_B,d
	count    counts
}

func newSGD(t *sp.Task, l *MarginalPMAP) *sgd {
	s := &sgd{
		task: t, size: step{lambda: l.Lambda, standard: l.Step == stepStandard}, reduce: l.GumbelReduction, dynamic: l.DynamicCuts,
		joint: l.Objective == kindJoint, gradient: marginal,
		Iterate: optim.NewIterate(t.Map.Dim(), t.Map.NonNegative(), nil),
		order:   optim.NewOrder(len(t.Train), optim.Reshuffled, t.Seed),
	}
	s.Fold = 0
	if s.joint {
		s.gradient, s.reduce = joint, true // whose problem is the one of y_A
	}
	if l.Objective == kindWeighted {
		s.nodeLoss = t.Loss.(sp.NodeLoss)
	}
	if l.Average {
		s.Average = optim.NewAverage(len(s.V), optim.Linear)
	}
	examples := make([]example, len(t.Train))
	for i := range t.Train {
		examples[i] = s.example(&t.Train[i], 1, nil)
	}
	s.learnFrom(examples)
	return s
}

// State implements learner.Resumable. The examples are made anew.
func (s *sgd) State() []any {
	return []any{
		&s.Iterate, &s.square, s.order, &s.staged, &s.size.h, &s.size.distance,
		&s.visits, &s.loss, &s.mismatches, &s.variables,
	}
}

// step makes one step on the next instances. After an error nothing has changed
// but the place in the order.
func (s *sgd) step(batch int) error {
	s.touching, s.zero = s.touching[:0], 0
	for range batch {
		i := s.order.Next()
		s.draw = s.skip + uint64(s.order.Pass)
		if err := s.visit(i, 1/float64(batch)); err != nil {
			for _, i := range s.touching {
				s.Clear(&s.examples[i].support)
			}
			return err
		}
	}
	s.apply()
	return nil
}

// visit adds c times the stochastic gradient of instance i to Delta.
func (s *sgd) visit(i int, c float64) error {
	e := &s.examples[i]
	x := e.x
	solver, err := s.task.Solver(x)
	if err != nil {
		return err
	}
	scale := 1 / s.Scale
	s.task.Map.Potentials(&s.p, s.V, x)
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

// checkpoint returns the weights to use and the running means, which start anew.
func (s *sgd) checkpoint() sp.Checkpoint {
	values := map[string]float64{}
	if s.visits > 0 {
		values["mismatches"] = s.mismatches / s.visits
		values["variables"] = s.variables / s.visits
		values["loss-estimate"] = s.loss / s.visits
	}
	s.visits, s.loss, s.mismatches, s.variables = 0, 0, 0, 0
	return sp.Checkpoint{Weights: s.Weights(), Values: values}
}

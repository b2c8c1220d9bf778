package main

import (
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// An sgd is the state of double stochastic gradient descent. With the step
// γ_h = 1/(λh) the iterate after step h is w = v/(λh), v the running sum of the
// gradients of the mean log-likelihood, so that the shrinking by the regulariser
// costs nothing and a step only what its instances can touch. Projecting w onto
// w >= 0 is projecting v. A maximiser under w is one under v when the
// perturbation is multiplied by λh, so that the potentials need no scaling either.
type sgd struct {
	task     *sp.Task
	lambda   float64
	gradient gradient
	joint    bool        // gradient is that of whole labelings
	reduce   bool        // leave out problems that y_A solves
	dynamic  bool        // solve the others by clamping; else nothing is kept between solutions
	nodeLoss sp.NodeLoss // whose weights the terms carry; nil: 1

	v        []float64
	steps    int // h
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
	p        sp.Potentials
	noise    []float64
	row      []float64
	a, b     []int32 // y_A, y_B,d
	count    counts
}

// An example is an instance to learn from and what is known of it beforehand.
type example struct {
	x          *sp.Instance
	importance float64 // aᵢ, times κ where labels were unknown
	weight     float64 // importance over the mean of all
	condition  bool    // maximise over the labelings that agree with x's labels
	terms      []term  // by d, then k; none for the joint loss
	incident   incidence
	key        perturb.Key
	support    []int32 // ranges of coordinates that it can touch
	bounded    []int   // constrained coordinates within
}

func newSGD(t *sp.Task, l *MarginalPMAP) *sgd {
	s := &sgd{
		task: t, lambda: l.Lambda, reduce: l.GumbelReduction, dynamic: l.DynamicCuts,
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

// example returns x with weight kappa·aᵢ, to be learned from by its labels or else
// by the label probabilities q (n×K).
func (s *sgd) example(x *sp.Instance, kappa float64, q []float64) example {
	support := s.task.Map.Support(nil, x)
	return example{
		x: x, importance: kappa * x.Weight, condition: q != nil, terms: s.terms(x, q), incident: newIncidence(x),
		key: perturb.NewKey(s.task.Seed, x.ID), support: support, bounded: within(support, s.nonNeg),
	}
}

// learnFrom makes examples those that the next passes go through.
func (s *sgd) learnFrom(examples []example) {
	n, mean := len(examples), 0.0
	for i := range examples {
		mean += examples[i].importance / float64(n)
	}
	for i := range examples {
		examples[i].weight = examples[i].importance / mean
	}
	s.examples = examples
	s.perm, s.at = make([]int, n), n
	for i := range s.perm {
		s.perm[i] = i
	}
}

// terms returns the terms of the loss of x under label probabilities q (nil: x.Gold).
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
			terms = append(terms, term{int32(d), k, 1})
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

// within returns the elements of an ascending list that lie in ranges.
func within(ranges []int32, list []int) (in []int) {
	for r := 0; r < len(ranges); r += 2 {
		for k := sort.SearchInts(list, int(ranges[r])); k < len(list) && list[k] < int(ranges[r+1]); k++ {
			in = append(in, list[k])
		}
	}
	return in
}

// step makes one step on the next instances. After an error nothing has changed
// but the place in the order.
func (s *sgd) step(batch int) error {
	s.touching = s.touching[:0]
	for range batch {
		if err := s.visit(s.next(), 1/float64(batch)); err != nil {
			for _, i := range s.touching {
				s.erase(i)
			}
			return err
		}
	}
	s.steps++
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
	scale := 1 / s.shrink()
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
		s.touching = append(s.touching, i)
	}
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

// apply adds delta to v, clears it and takes the new iterate into the average.
func (s *sgd) apply() {
	for _, i := range s.touching {
		for _, j := range s.examples[i].bounded {
			s.delta[j] = max(s.delta[j], -s.v[j])
		}
	}
	for _, i := range s.touching {
		support := s.examples[i].support
		if s.average != nil {
			s.average.Add(support, s.delta)
		}
		for r := 0; r < len(support); r += 2 {
			v, delta := s.v[support[r]:support[r+1]], s.delta[support[r]:support[r+1]]
			floats.Add(v, delta)
			clear(delta) // lest another instance of the batch applies it again
		}
	}
	if s.average != nil {
		s.average.Step(s.shrink())
	}
}

// erase clears delta where instance i can touch it.
func (s *sgd) erase(i int) {
	support := s.examples[i].support
	for r := 0; r < len(support); r += 2 {
		clear(s.delta[support[r]:support[r+1]])
	}
}

// shrink returns what v must be multiplied by to be w: any number while v is 0.
func (s *sgd) shrink() float64 { return 1 / (s.lambda * float64(max(s.steps, 1))) }

// iterate returns the weights to use: the average, or the last ones.
func (s *sgd) iterate() []float64 {
	w := make([]float64, len(s.v))
	if s.average != nil && s.steps > s.since {
		s.average.Mean(w, s.v)
		optim.Project(w, s.nonNeg) // rounding may leave −0.0000…1
	} else {
		floats.ScaleTo(w, s.shrink(), s.v)
	}
	return w
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

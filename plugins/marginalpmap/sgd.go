package main

import (
	"math/rand/v2"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A sgd is the state of double stochastic gradient descent. With the step
// γ_h = 1/(λh) the iterate after step h is w = v/(λh), v the running sum of the
// gradients of the mean log-likelihood, so that the shrinking by the regulariser
// costs nothing and a step only what its instances can touch. Projecting w onto
// w >= 0 is projecting v.
type sgd struct {
	task     *sp.Task
	lambda   float64
	gradient func(s *sgd, x *sp.Instance, c float64) error
	reduce   bool

	v       []float64
	steps   int // h
	average *optim.Average
	weight  float64   // n/Σa: turns aᵢ into weights of mean 1
	support [][]int32 // ranges of each instance
	keys    []perturb.Key
	nonNeg  []int

	order *rand.Rand
	perm  []int
	at    int    // position in perm
	draw  uint64 // of the noise: the number of the pass

	// Since the last checkpoint.
	visits, loss, mismatches float64

	// Buffers.
	delta []float64 // dim; zero between steps
	batch []int
	p     sp.Potentials
	noise []float64
	a, b  []int32 // y_A, y_B,d
	count counts
}

func newSGD(t *sp.Task, l *MarginalPMAP) *sgd {
	s := &sgd{
		task: t, lambda: l.Lambda, reduce: l.GumbelReduction, gradient: (*sgd).joint,
		v: make([]float64, t.Map.Dim()), delta: make([]float64, t.Map.Dim()),
		nonNeg: t.Map.NonNegative(),
		order:  rand.New(rand.NewPCG(t.Seed, 0x6f72646572)), // a stream of its own
		at:     len(t.Train),
	}
	if l.Objective == marginal {
		s.gradient = (*sgd).marginal
	}
	if l.Average {
		s.average = optim.NewAverage(len(s.v), optim.Linear)
	}
	for i := range t.Train {
		x := &t.Train[i]
		s.weight += x.Weight
		s.support = append(s.support, t.Map.Support(nil, x))
		s.keys = append(s.keys, perturb.NewKey(t.Seed, x.ID))
	}
	s.weight = float64(len(t.Train)) / s.weight
	return s
}

// step makes one step on the next instances. After an error nothing has changed
// but the place in the order.
func (s *sgd) step(batch int) error {
	s.batch = s.batch[:0]
	for range batch {
		i := s.next()
		s.batch = append(s.batch, i)
		if err := s.visit(i, 1/float64(batch)); err != nil {
			s.forget()
			return err
		}
	}
	s.steps++
	s.apply()
	return nil
}

// next returns the next instance of the current permutation.
func (s *sgd) next() int {
	if s.at == len(s.task.Train) {
		s.perm, s.at = s.order.Perm(len(s.task.Train)), 0
		s.draw++
	}
	s.at++
	return s.perm[s.at-1]
}

// visit adds c times the stochastic gradient of instance i to delta.
func (s *sgd) visit(i int, c float64) error {
	x := &s.task.Train[i]
	s.potentials(x)
	gold := s.p.Score(x.Gold)
	s.noise = sp.Grow(s.noise, len(s.p.Node))
	s.keys[i].Gumbel(s.noise, s.draw)
	for j, z := range s.noise {
		s.p.Node[j] += z
	}
	s.loss -= gold
	s.visits++
	return s.gradient(s, x, c*x.Weight*s.weight)
}

// potentials fills p with the scores under w = v/(λh), unperturbed.
func (s *sgd) potentials(x *sp.Instance) {
	s.task.Map.Potentials(&s.p, s.v, x)
	scale := 0.0
	if s.steps > 0 {
		scale = s.scale()
	}
	for _, scores := range [][]float64{s.p.Node, s.p.Pair.Potts, s.p.Pair.Table} {
		for j := range scores {
			scores[j] *= scale
		}
	}
}

func (s *sgd) scale() float64 { return 1 / (s.lambda * float64(s.steps)) }

// apply adds delta to v, and clears it.
func (s *sgd) apply() {
	for _, at := range s.nonNeg {
		s.delta[at] = max(s.delta[at], -s.v[at])
	}
	for _, i := range s.batch {
		// What an earlier instance of the batch has applied is zero by now.
		ranges := s.support[i]
		if s.average != nil {
			s.average.Add(ranges, s.delta)
		}
		for r := 0; r < len(ranges); r += 2 {
			v, delta := s.v[ranges[r]:ranges[r+1]], s.delta[ranges[r]:ranges[r+1]]
			for j, d := range delta {
				v[j] += d
			}
			clear(delta)
		}
	}
	if s.average != nil {
		s.average.Step(s.scale())
	}
}

// forget clears delta without applying it.
func (s *sgd) forget() {
	for _, i := range s.batch {
		for r := 0; r < len(s.support[i]); r += 2 {
			clear(s.delta[s.support[i][r]:s.support[i][r+1]])
		}
	}
}

// checkpoint returns the iterate to use and the running means, which start anew.
func (s *sgd) checkpoint() sp.Checkpoint {
	w := make([]float64, len(s.v))
	switch {
	case s.average != nil:
		s.average.Mean(w, s.v)
		optim.Project(w, s.nonNeg) // rounding may leave −0.0000…1
	case s.steps > 0:
		scale := s.scale()
		for j, v := range s.v {
			w[j] = scale * v
		}
	}
	values := map[string]float64{}
	if s.visits > 0 {
		values["mismatches"] = s.mismatches / s.visits
		values["loss-estimate"] = s.loss / s.visits
	}
	s.visits, s.loss, s.mismatches = 0, 0, 0
	return sp.Checkpoint{Params: w, Values: values}
}

package main

import (
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A sgd is the state of stochastic gradient descent (Bottou 2010), which takes
// the instances one by one, in a new random order for each pass:
//
//	w ← (1 − γ_t·λ)·w − γ_t·(aᵢ/ā)·∇ℓᵢ(w),  γ_t = min(η/(t+shift), 1/λ)
//
// ā the mean instance weight. A longer step than 1/λ would turn w round. w is
// stored as scale·v, so that shrinking it is one multiplication, and the
// projection onto the sign constraints is one of v: a step costs what its
// instance can touch.
type sgd struct {
	o       *likelihood.Objective
	steps   optim.Step
	t       int
	mean    float64 // ā
	v       []float64
	scale   float64
	average *optim.Average // nil: the last iterate is the result
	nonNeg  []int

	order *rand.Rand
	perm  []int

	visits, loss float64 // since the last checkpoint

	delta   []float64 // 0 between steps
	support []int32
}

func (c *CRF) newSGD(o *likelihood.Objective, w []float64, seed uint64) *sgd {
	s := &sgd{
		o: o, steps: c.step(), mean: o.Total() / float64(len(o.Train)),
		v: w, scale: 1, nonNeg: o.Map.NonNegative(),
		order: rand.New(rand.NewPCG(seed, 0x6f72646572)), // a stream of its own
		perm:  make([]int, len(o.Train)),
		delta: make([]float64, len(w)),
	}
	for i := range s.perm {
		s.perm[i] = i
	}
	if c.Average {
		s.average = optim.NewAverage(len(w), optim.Linear)
	}
	return s
}

// stochastic minimises o by sgd. Its checkpoints carry the mean ℓ of the visits
// since the one before, each under the w that it found, as "loss-estimate".
func (r *run) stochastic(o *likelihood.Objective, w []float64, params func(w []float64) []float64) error {
	s := r.newSGD(o, w, r.task.Seed)
	r.checkpoint = func() sp.Checkpoint { return s.checkpoint(params) }
	err := r.Steps(learner.Limit(r.Passes, len(r.task.Train), r.task.Budget.Binds(r.spends())), s.step)
	if errors.Is(err, sp.ErrLimit) {
		r.Hold() // w may be v
		s.result(w)
	}
	return err
}

// step makes one step on the next instance. After an error nothing has changed.
func (s *sgd) step() error {
	at := s.t % len(s.perm)
	if at == 0 {
		s.order.Shuffle(len(s.perm), func(i, j int) { s.perm[i], s.perm[j] = s.perm[j], s.perm[i] })
	}
	x := &s.o.Train[s.perm[at]]
	value, err := s.o.Add(s.delta, 1, s.v, s.scale, x)
	if err != nil {
		return err
	}
	s.t++
	s.visits += x.Weight
	s.loss += x.Weight * value
	step := min(s.steps.At(s.t), 1/s.o.Lambda)
	s.shrink(1 - step*s.o.Lambda)
	s.add(-step*x.Weight/s.mean/s.scale, s.o.Map.Support(s.support[:0], x))
	return nil
}

// smallest is the scale below which it is multiplied into v. The average sums
// multiples of v, of which much cancels where the scale is small.
const smallest = 1e-3

// shrink multiplies w by factor. O(1) but for O(dim) when the scale gets too
// small: with steps 1/(λt) at the first, which forgets where w started, and then
// whenever t has grown a thousandfold.
func (s *sgd) shrink(factor float64) {
	s.scale *= factor
	if s.scale >= smallest {
		return
	}
	for i, v := range s.v {
		change := (s.scale - 1) * v
		if s.average != nil {
			s.average.AddAt(i, change)
		}
		s.v[i] += change
	}
	s.scale = 1
}

// add adds a·delta to v, projects, and clears delta, all within the ranges.
func (s *sgd) add(a float64, support []int32) {
	s.support = support
	for r := 0; r < len(support); r += 2 {
		lo, hi := support[r], support[r+1]
		floats.Scale(a, s.delta[lo:hi])
		floats.Add(s.v[lo:hi], s.delta[lo:hi])
	}
	if s.average != nil {
		s.average.Add(support, s.delta)
	}
	for r := 0; r < len(support); r += 2 {
		clear(s.delta[support[r]:support[r+1]])
	}
	for _, j := range s.nonNeg {
		if s.v[j] < 0 {
			if s.average != nil {
				s.average.AddAt(j, -s.v[j])
			}
			s.v[j] = 0
		}
	}
	if s.average != nil {
		s.average.Step(s.scale)
	}
}

// result sets dst to the iterate or average that predictions are made from; dst
// may be v, which is of no use then.
func (s *sgd) result(dst []float64) {
	if s.average == nil {
		floats.ScaleTo(dst, s.scale, s.v)
		return
	}
	s.average.Mean(dst, s.v)
	optim.Project(dst, s.nonNeg) // rounding may leave −0.0000…1
}

// checkpoint returns the result and the running mean, which starts anew.
func (s *sgd) checkpoint(params func(w []float64) []float64) sp.Checkpoint {
	w := make([]float64, len(s.v))
	s.result(w)
	c := sp.Checkpoint{Params: params(w)}
	if s.visits > 0 {
		c.Values = map[string]float64{"loss-estimate": s.loss / s.visits}
	}
	s.visits, s.loss = 0, 0
	return c
}

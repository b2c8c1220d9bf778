package optim

import (
	"math/rand/v2"
	"slices"
)

// A Sampling is the way an [Order] goes through instances.
type Sampling int

// Samplings.
const (
	Permuted   Sampling = iota // a new permutation for each pass
	Reshuffled                 // likewise, by shuffling the permutation of the pass before
)

// An Order is the sequence of instances visited by a stochastic method, fixed by the seed. Its
// random numbers are a stream of their own, and also serve the method's other draws.
type Order struct {
	*rand.Rand
	Pass int // passes begun

	source   *rand.PCG // of Rand
	sampling Sampling
	n, at    int
	perm     []int
}

// NewOrder returns an order of n instances.
func NewOrder(n int, s Sampling, seed uint64) *Order {
	source := rand.NewPCG(seed, 0x6f72646572)
	return &Order{Rand: rand.New(source), source: source, sampling: s, n: n, at: n}
}

// State returns pointers to everything changed by calls, for learner.Recorder.Resume.
func (o *Order) State() []any { return []any{o.source, &o.Pass, &o.n, &o.at, &o.perm} }

// Fork returns an order of permutations of n instances that draws from the same random numbers.
func (o *Order) Fork(n int) *Order { return &Order{Rand: o.Rand, source: o.source, n: n, at: n} }

// Extend begins a pass over n instances.
func (o *Order) Extend(n int) { o.n, o.at, o.perm = n, n, nil }

// Next returns the instance to visit.
func (o *Order) Next() int {
	if o.at == o.n {
		o.shuffle()
	}
	o.at++
	return o.perm[o.at-1]
}

func (o *Order) shuffle() {
	if o.perm == nil || o.sampling == Permuted {
		o.perm = slices.Grow(o.perm[:0], o.n)[:o.n]
		for i := range o.perm {
			o.perm[i] = i
		}
	}
	o.Shuffle(o.n, func(i, j int) { o.perm[i], o.perm[j] = o.perm[j], o.perm[i] })
	o.at = 0
	o.Pass++
}

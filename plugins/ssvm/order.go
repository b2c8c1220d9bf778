package main

import "math/rand/v2"

// An order is the sequence of instances that a solver visits, fixed by the seed.
type order struct {
	*rand.Rand
	n       int
	uniform bool
	perm    []int
	at      int // in perm
}

func newOrder(n int, sample string, seed uint64) *order {
	r := rand.New(rand.NewPCG(seed, 0x6f72646572)) // a stream of its own
	return &order{Rand: r, n: n, uniform: sample == uniform, at: n}
}

// extend starts a new pass, over n instances.
func (o *order) extend(n int) { o.n, o.at = n, n }

// next returns the instance to visit: uniform, or the next of a permutation that
// is new for each pass.
func (o *order) next() int {
	if o.uniform {
		return o.IntN(o.n)
	}
	if o.at == o.n {
		o.perm, o.at = o.Perm(o.n), 0
	}
	o.at++
	return o.perm[o.at-1]
}

package feature

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/spbench/spbench/harness/sp"
)

// Candidates is the feature map of variables whose labels have features: the head of a word is
// another word, its partner a word of another language. Weights are shared by all variables and
// labels, so that the number of labels may differ between instances. There are no pair scores.
//
// The features of variable d with label k are made where they are used, from the columns of row d
// of Node and of row k of Label, and never stored:
//
//   - a weight for each pair of their columns, for pairs of groups. Pairs share 2^bits weights
//     by a fixed hash (feature hashing; Weinberger et al., ICML 2009). In a group without
//     columns a label has one column "none", so that a root, or the label of no partner, is
//     scored by its variable.
//   - a weight for label "none", the first without any column: the root, or no partner;
//   - weights for the direction and size of k−d, in 17 classes;
//   - weights for the distance of two places, its size and 10 classes of it;
//   - the inner product of two rows within a group, such as counts of letters.
//
// Without Label rows a variable has the labels of an arborescence: label 0 is the root, and
// label h has Node row h−1. With T pairs of groups of one column each, Potentials and AddMean
// cost O(n·K·T), Add costs O(n·T).
type Candidates struct {
	node, label []group
	pairs, dot  []pair
	place       pair
	shift       uint
	distance    bool
	bias        int // the weight of label "none"; hashed ones are before it, distances follow
	position    int // the first weight of places; −1: none
	dots, dim   int
	pool        *sync.Pool
}

// A pair is two groups, one of the variable's columns and one of the label's.
type pair struct {
	node, label int
	near        bool   // weights differ by direction and distance
	salt        uint64 // makes its hashes differ from those of other pairs
}

// Numbers of weights.
const (
	distances = 17
	places    = 10
)

// Dim returns the number of weights.
func (c *Candidates) Dim() int { return c.dim }

// NonNegative returns nil: no weight is constrained.
func (c *Candidates) NonNegative() []int { return nil }

// Independent returns true: there are no pair scores.
func (c *Candidates) Independent() bool { return true }

// Fits returns an error unless the map has the features of x. Call it before using the map on
// foreign data: the other methods may panic on such an x.
func (c *Candidates) Fits(x *sp.Instance) error {
	switch node, label := c.node[len(c.node)-1].hi, c.label[len(c.label)-1].hi; {
	case x.Label.D == 0 && x.K != x.N()+1:
		return fmt.Errorf("feature: instance %q has no features of labels, and its labels are not "+
			"the root and each variable: features \"candidates\" need them", x.ID)
	case len(x.Edges) > 0:
		return fmt.Errorf("feature: instance %q has edges, candidates have no pair scores", x.ID)
	case x.N() > 0 && !x.Node.Sparse() || x.Label.D > 0 && !x.Label.Sparse():
		return fmt.Errorf("feature: instance %q has dense features, candidates need sparse ones", x.ID)
	case x.Node.D != int(node), x.Label.D > 0 && x.Label.D != int(label):
		return fmt.Errorf("feature: instance %q has %d features of variables and %d of labels, the "+
			"groups have %d and %d", x.ID, x.Node.D, x.Label.D, node, label)
	}
	return nil
}

// Potentials fills p with the scores of x under w.
func (c *Candidates) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	p.Resize(x, len(x.Edges), 0)
	clear(p.Pair.Potts)
	clear(p.Node)
	work := c.begin(len(w), x)
	for d := range x.N() {
		work.variable(d)
		work.gather(p.Node[d*x.K:][:x.K], w)
	}
	c.pool.Put(work)
}

// Add adds a·φ(x,y) to dst. Every entry of y must be a label.
func (c *Candidates) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	work := c.begin(len(dst), x)
	for d, k := range y[:x.N()] {
		work.variable(d)
		work.each(int(k), func(at int, value float64) { dst[at] += a * value })
	}
	c.pool.Put(work)
}

// AddMean adds a·E_mu[φ(x,·)] to dst. mu.Node is n×K, of any numbers. Entries equal to 0 cost one
// comparison.
func (c *Candidates) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	work := c.begin(len(dst), x)
	for d := range x.N() {
		work.add(dst, a, d, mu.Node[d*x.K:][:x.K])
	}
	c.pool.Put(work)
}

// AddDifferences adds Σ_y β(y)·(φ(x,y) − φ(x,z)) to dst. It adds up the weights of each label of a
// variable first.
func (c *Candidates) AddDifferences(dst []float64, x *sp.Instance, weights []float64, flat,
	z []int32) {
	work := c.begin(len(dst), x)
	n, total := x.N(), 0.0
	for _, beta := range weights { // in the order of addLabels: equal labels cancel exactly
		total += beta
	}
	work.row = sp.Grow(work.row, x.K)
	for d := range n {
		clear(work.row)
		for a, beta := range weights {
			work.row[flat[a*n+d]] += beta
		}
		work.row[z[d]] -= total
		work.add(dst, 1, d, work.row)
	}
	c.pool.Put(work)
}

// Support appends the coordinates that φ(x,·) can touch. O(n·K·T + Dim/64).
func (c *Candidates) Support(ranges []int32, x *sp.Instance) []int32 {
	work, start := c.begin(c.dim, x), len(ranges)
	work.set = sp.Grow(work.set, (c.dim+63)/64)
	clear(work.set)
	for d := range x.N() {
		work.variable(d)
		work.mark()
	}
	for i, word := range work.set {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			ranges = extend(ranges, start, at, at+1)
		}
	}
	c.pool.Put(work)
	return ranges
}

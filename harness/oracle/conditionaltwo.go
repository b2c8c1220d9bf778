package oracle

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// twoSum is a [conditional] of two labels. Each message is one number, the odds of label 1 against
// label 0. Arrays of |A| entries are in the order of the forest.
type twoSum struct {
	f   *sp.Forest
	of  []sp.Edge // the graph of f
	rim []rim     // its edges that are not within f

	label []int32   // n: the given labels, 0 within the forest
	log   []float64 // |A|+1: the log-odds of the node scores, and later the marginals of label 1
	odds  []float64 // |A|: the odds of the subtree
	// |A|: the odds in the message to the parent, and later those of the parent without this message
	told []float64
	full []float64 // |A|: the odds of the marginal

	strength []float64 // |A|: of the edge to the parent
	agree    []float64 // |A|: its exponential
	reach    []float64 // |A|: the sum of the strengths of a variable's edges, without signs
	potts    []float64 // m: the strengths behind these three; empty: none

	pair []float64 // m×2×2: marginals to be pooled
}

// A rim is an edge with an end outside of the forest.
type rim struct {
	edge    int32
	at      int32 // place of the end within the forest, or |A| if there is none
	in, out int32 // the ends; out has a given label
}

// twoLimit bounds the largest |log-odds| of a variable including all its edges. Products of three
// of their exponentials then neither overflow nor underflow.
const twoLimit = 200

// splitLimit bounds the terms of a split table. Their sum loses as many digits as the largest term
// has before the point.
const splitLimit = 1e3

// sum returns log Σ exp(score) like Conditional and fills mu unless it is nil. It returns false if
// scores are too large, not finite, or forbid a label.
func (c *twoSum) sum(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (logZ float64, ok bool) {
	c.arrange(f, p.Edges)
	n := len(f.Order)
	c.label, c.log = sp.Grow(c.label, p.N()), sp.Grow(c.log, n+1)
	c.odds, c.told, c.full = sp.Grow(c.odds, n), sp.Grow(c.told, n), sp.Grow(c.full, n)
	c.strength, c.agree, c.reach = sp.Grow(c.strength, n), sp.Grow(c.agree, n), sp.Grow(c.reach, n)
	rest := c.nodes(p, y)
	switch {
	case len(p.Pair.Table) > 0:
		pairs, ok := c.tables(p, y)
		if !ok {
			return 0, false
		}
		rest += pairs
	case len(p.Pair.Potts) > 0:
		rest += c.strengths(p)
	default:
		clear(c.strength)
		c.join()
	}
	if !(rest-rest == 0 && c.exponentials()) {
		return 0, false
	}
	logZ = rest + c.collect()
	if mu != nil {
		c.distribute()
		c.spread(mu, p)
	}
	return logZ, true
}

// arrange lists the edges outside of f. O(n+m), or O(1) for the forest and the edges of the last
// call. There are no branches on the places of variables: they are as random as the forest.
func (c *twoSum) arrange(f *sp.Forest, edges []sp.Edge) {
	if c.f == f && sameEdges(c.of, edges) {
		return
	}
	c.f, c.of, c.potts = nil, nil, c.potts[:0] // while it may panic
	links := 0
	for i, parent := range f.Parent {
		if parent >= 0 {
			mustLink(f, i, edges)
			links++
		}
	}
	c.rim = sp.Grow(c.rim, len(edges)+1)
	n, none := 0, int32(len(f.Order))+1
	for e, uv := range edges {
		u, v := f.Place[uv.U], f.Place[uv.V]
		at := max(u, v)                   // -1 if both ends are outside
		in := uv.U ^ (uv.U^uv.V)&^(v>>31) // V, or U if V is outside
		c.rim[n] = rim{edge: int32(e), at: at + none&(at>>31), in: in, out: uv.U ^ uv.V ^ in}
		n += int(uint32(u|v) >> 31) // the next edge overwrites one within the forest
	}
	c.rim = c.rim[:n]
	mustSpan(links, len(edges)-n)
	c.f, c.of = f, edges
}

// nodes fills log with the node scores and label with y. It returns the scores of the given labels
// and of label 0.
func (c *twoSum) nodes(p *sp.Potentials, y []int32) (rest float64) {
	for d, at := range c.f.Place {
		k := y[d] & (at >> 31)
		if uint32(k) > 1 {
			mustBeLabel(d, k, 2)
		}
		c.label[d] = k
		rest += p.Node[2*d+int(k)]
	}
	for i, d := range c.f.Order {
		c.log[i] = p.Node[2*d+1] - p.Node[2*d]
	}
	return rest
}

// strengths does pair scores of the Potts form: edges within the forest go to strength, edges to a
// given label to log. It returns the scores of all other edges and of label 0.
func (c *twoSum) strengths(p *sp.Potentials) (rest float64) {
	if !kernel.Equal(c.potts, p.Pair.Potts) {
		for i, e := range c.f.Edge {
			if e >= 0 {
				c.strength[i] = p.Pair.Potts[e]
			}
		}
		c.join()
		c.potts = append(c.potts, p.Pair.Potts...)
	}
	label, log, potts := c.label, c.log, p.Pair.Potts
	for i := range c.rim {
		r := &c.rim[i]
		s, k := math.Float64bits(potts[r.edge]), label[r.out]
		log[r.at] += math.Float64frombits(s ^ uint64(1-k)<<63)        // s for label 1, −s for 0
		rest += math.Float64frombits(s & (uint64(k^label[r.in]) - 1)) // s if the labels agree
	}
	return rest
}

// tables does the same for tables. It splits each table into a strength, the gain of label 1 at
// either end, and a constant. It returns false if these terms are too large.
func (c *twoSum) tables(p *sp.Potentials, y []int32) (rest float64, ok bool) {
	for e, uv := range p.Edges {
		u, v := c.f.Place[uv.U], c.f.Place[uv.V]
		switch {
		case u < 0 && v < 0:
			rest += p.PairScore(e, y[uv.U], y[uv.V])
		case v < 0:
			zero := p.PairScore(e, 0, y[uv.V])
			c.log[u] += p.PairScore(e, 1, y[uv.V]) - zero
			rest += zero
		case u < 0:
			zero := p.PairScore(e, y[uv.U], 0)
			c.log[v] += p.PairScore(e, y[uv.U], 1) - zero
			rest += zero
		default:
			s, one, other, constant := p.Agreement(e)
			if !(math.Abs(s)+math.Abs(constant) <= splitLimit) {
				return 0, false
			}
			c.log[u] += one
			c.log[v] += other
			rest += constant
			c.strength[max(u, v)] = s // the child has the larger place
		}
	}
	c.join()
	return rest, true
}

// join fills agree and reach from strength.
func (c *twoSum) join() {
	c.potts = c.potts[:0]
	clear(c.reach)
	for i, parent := range c.f.Parent {
		if parent < 0 {
			c.strength[i] = 0
			continue
		}
		s := math.Abs(c.strength[i])
		c.reach[i] += s
		c.reach[parent] += s
	}
	expAll(c.agree, c.strength)
}

// exponentials fills odds from log. It returns false if a variable is beyond the limit. A message
// changes log-odds by at most its strength.
func (c *twoSum) exponentials() bool {
	log := c.log[:len(c.reach)]
	for i, most := range c.reach {
		if !(math.Abs(log[i])+most <= twoLimit) {
			return false
		}
	}
	expAll(c.odds, log)
	return true
}

// expAll fills dst with exp(x), for any signs.
func expAll(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = -math.Abs(v)
	}
	elementary.Exps(dst, dst, 0)
	for i, v := range x {
		e := math.Float64bits(dst[i])
		inverse := math.Float64bits(1 / dst[i])
		if v > 0 { // no branch: integers are selected
			e = inverse
		}
		dst[i] = math.Float64frombits(e)
	}
}

// collect sends the messages upwards, (1 + a·o)/(a + o) for odds o and a = exp(strength). It
// returns the logarithm of the product of their scales and the roots' sums.
func (c *twoSum) collect() (logZ float64) {
	parents := c.f.Parent
	odds, agree, told := c.odds[:len(parents)], c.agree[:len(parents)], c.told[:len(parents)]
	product := 1.0
	for i := len(parents) - 1; i >= 0; i-- {
		o, sum := odds[i], 0.0
		if parent := parents[i]; parent >= 0 {
			a := agree[i]
			sum = a + o
			up := (1 + a*o) / sum
			told[i] = up
			odds[parent] *= up
		} else {
			sum = 1 + o
		}
		if product *= sum; product > 1e100 || product < 1e-100 {
			logZ += math.Log(product)
			product = 1
		}
	}
	return logZ + math.Log(product)
}

// distribute fills full with the odds of the marginals, from the roots down, and told with the
// messages downwards.
func (c *twoSum) distribute() {
	parents := c.f.Parent
	odds, agree, told := c.odds[:len(parents)], c.agree[:len(parents)], c.told[:len(parents)]
	full := c.full[:len(parents)]
	for i, parent := range parents {
		o := odds[i]
		if parent >= 0 {
			a, above := agree[i], full[parent]/told[i]
			told[i] = above
			o *= (1 + a*above) / (a + above)
		}
		full[i] = o
	}
}

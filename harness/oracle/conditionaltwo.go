package oracle

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/sp"
)

// twoSum is a [conditional] of two labels. Each message is one number, the odds of label 1 against
// label 0. Its arrays have n entries; entries of variables outside of the forest are unused. This
// keeps variables of an edge close in memory.
type twoSum struct {
	log   []float64 // the log-odds of the node scores
	odds  []float64 // the odds of the subtree
	agree []float64 // the strength of the edge to the parent, then its exponential
	told  []float64 // odds in the message to the parent
	full  []float64 // the odds of the marginal

	links int // the edges of the graph within the forest
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
	n := p.N()
	c.log, c.odds, c.agree = sp.Grow(c.log, n), sp.Grow(c.odds, n), sp.Grow(c.agree, n)
	c.told, c.full = sp.Grow(c.told, n), sp.Grow(c.full, n)
	rest := c.nodes(p, f, y)
	switch {
	case len(p.Pair.Table) > 0:
		pairs, ok := c.tables(p, f, y)
		if !ok {
			return 0, false
		}
		rest += pairs
	case len(p.Pair.Potts) > 0:
		rest += c.strengths(p, f, y)
	default:
		clear(c.agree)
		c.links = -1
	}
	if !(rest-rest == 0 && c.exponentials(f)) {
		return 0, false
	}
	logZ = rest + c.collect(f)
	if mu != nil {
		c.distribute(f)
		c.spread(mu, p, f, y)
	}
	return logZ, true
}

// nodes fills log with the node scores. It returns the scores of the given labels and of label 0.
func (c *twoSum) nodes(p *sp.Potentials, f *sp.Forest, y []int32) (rest float64) {
	for d, at := range f.Place {
		if at < 0 {
			mustBeLabel(d, y[d], 2)
			rest += p.Node[2*d+int(y[d])]
			continue
		}
		zero := p.Node[2*d]
		c.log[d] = p.Node[2*d+1] - zero
		rest += zero
	}
	return rest
}

// strengths adds pair scores of the Potts form: edges within the forest to agree, edges to a given
// label to log. It returns the scores of all other edges and of label 0.
func (c *twoSum) strengths(p *sp.Potentials, f *sp.Forest, y []int32) (rest float64) {
	c.links = 0
	for e, uv := range p.Edges {
		s, u, v := p.Pair.Potts[e], f.Place[uv.U], f.Place[uv.V]
		switch {
		case u >= 0 && v >= 0:
			c.agree[child(f, e, uv)] = s
			c.links++
		case u >= 0:
			rest += c.given(uv.U, s, y[uv.V])
		case v >= 0:
			rest += c.given(uv.V, s, y[uv.U])
		case y[uv.U] == y[uv.V]:
			rest += s
		}
	}
	return rest
}

// child returns the end of edge e whose parent in the forest is the other end. It panics if the
// edge is not in the forest.
func child(f *sp.Forest, e int, uv sp.Edge) int32 {
	d, at, above := uv.U, f.Place[uv.U], f.Place[uv.V]
	if above > at {
		d, at, above = uv.V, above, at
	}
	if int(f.Edge[at]) != e || f.Parent[at] != above {
		panic(fmt.Sprintf("oracle: edge %d joins variables of the forest but is not in it", e))
	}
	return d
}

// given adds the strength of an edge from d to a variable with a given label. It returns the part
// of label 0 of d.
func (c *twoSum) given(d int32, s float64, label int32) (rest float64) {
	if label == 1 {
		c.log[d] += s
		return 0
	}
	c.log[d] -= s
	return s
}

// tables does the same for tables. It splits each table into a strength, the gain of label 1 at
// either end, and a constant. It returns false if these terms are too large.
func (c *twoSum) tables(p *sp.Potentials, f *sp.Forest, y []int32) (rest float64, ok bool) {
	c.links = 0
	for e, uv := range p.Edges {
		u, v := f.Place[uv.U], f.Place[uv.V]
		switch {
		case u < 0 && v < 0:
			rest += p.PairScore(e, y[uv.U], y[uv.V])
		case v < 0:
			zero := p.PairScore(e, 0, y[uv.V])
			c.log[uv.U] += p.PairScore(e, 1, y[uv.V]) - zero
			rest += zero
		case u < 0:
			zero := p.PairScore(e, y[uv.U], 0)
			c.log[uv.V] += p.PairScore(e, y[uv.U], 1) - zero
			rest += zero
		default:
			s, one, other, constant := p.Agreement(e)
			if !(math.Abs(s)+math.Abs(constant) <= splitLimit) {
				return 0, false
			}
			c.log[uv.U] += one
			c.log[uv.V] += other
			rest += constant
			c.agree[child(f, e, uv)] = s
			c.links++
		}
	}
	return rest, true
}

// exponentials replaces log and agree by odds and exponentials of strengths. It returns false if
// they are beyond the limit. A message changes log-odds by at most its strength.
func (c *twoSum) exponentials(f *sp.Forest) bool {
	copy(c.full, c.log)
	links := 0
	for i, d := range f.Order {
		if parent := f.Parent[i]; parent >= 0 {
			links++
			s, up := math.Abs(c.agree[d]), f.Order[parent]
			c.full[d], c.full[up] = math.Abs(c.full[d])+s, math.Abs(c.full[up])+s
		} else {
			c.agree[d] = 0
		}
	}
	if c.links >= 0 {
		mustSpan(links, c.links)
	}
	for d, at := range f.Place {
		if at < 0 {
			continue
		}
		if !(math.Abs(c.full[d]) <= twoLimit) {
			return false
		}
		c.odds[d], c.agree[d] = expTwo(c.log[d]), expTwo(c.agree[d])
	}
	return true
}

// expTwo is exp for any sign.
func expTwo(x float64) float64 {
	if x > 0 {
		return 1 / elementary.Exp(-x)
	}
	return elementary.Exp(x)
}

// collect sends the messages upwards, (1 + a·o)/(a + o) for odds o and a = exp(strength). It
// returns the logarithm of the product of their scales and the roots' sums.
func (c *twoSum) collect(f *sp.Forest) (logZ float64) {
	product := 1.0
	for i := len(f.Order) - 1; i >= 0; i-- {
		d := f.Order[i]
		o, sum := c.odds[d], 0.0
		if parent := f.Parent[i]; parent >= 0 {
			a := c.agree[d]
			sum = a + o
			told := (1 + a*o) / sum
			c.told[d] = told
			c.odds[f.Order[parent]] *= told
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

// distribute fills full with the odds of the marginals, from the roots down.
func (c *twoSum) distribute(f *sp.Forest) {
	for i, d := range f.Order {
		o := c.odds[d]
		if parent := f.Parent[i]; parent >= 0 {
			a, above := c.agree[d], c.full[f.Order[parent]]/c.told[d]
			o *= (1 + a*above) / (a + above)
		}
		c.full[d] = o
	}
}

package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// load sets the capacities of the flow graph from p. It keeps the flow if only node scores have
// changed.
func (c *Cut) load(p *sp.Potentials) error {
	if p.K != 2 {
		return fmt.Errorf("%d labels, a cut has 2: %w", p.K, errors.ErrUnsupported)
	}
	c.arrange(p)
	potts := len(p.Pair.Table) == 0
	pair := p.Pair.Table
	if potts {
		pair = p.Pair.Potts
	}
	if !c.holds || potts != c.potts || !slices.Equal(pair, c.pair) {
		c.g.Clear()
		c.holds, c.potts = false, potts
		c.pair = append(c.pair[:0], pair...)
		if err := c.loadPairs(p); err != nil {
			return err
		}
		c.holds = true
	}
	return c.loadNodes(p)
}

// arrange builds the flow graph for the edges of p.
func (c *Cut) arrange(p *sp.Potentials) {
	n := p.N()
	if c.incident.N() == n && slices.Equal(c.edges, p.Edges) {
		return
	}
	c.holds = false
	c.edges = append(c.edges[:0], p.Edges...)
	c.incident.Fit(n, c.edges)
	c.g.Reset(n, c.edges)
}

// loadPairs splits the scores of every edge into a gain of label 1 at each variable and a loss w/2
// for disagreement, with w = θ(0,0) + θ(1,1) − θ(0,1) − θ(1,0).
func (c *Cut) loadPairs(p *sp.Potentials) error {
	n := p.N()
	c.lean, c.bound = sp.Grow(c.lean, n), sp.Grow(c.bound, n)
	clear(c.lean)
	for d := range c.bound {
		c.bound[d] = 1
	}
	for e, uv := range p.Edges {
		if len(p.Pair.Potts) > 0 && p.Pair.Potts[e] >= 0 && p.Pair.Potts[e] <= math.MaxFloat64/2 {
			s := p.Pair.Potts[e] // the steps below, for the usual case
			c.g.SetEdge(e, s, s)
			c.bound[uv.U] += 2 * s
			c.bound[uv.V] += 2 * s
			continue
		}
		a, b := p.PairScore(e, 0, 0), p.PairScore(e, 0, 1)
		f, g := p.PairScore(e, 1, 0), p.PairScore(e, 1, 1)
		w := (a - b) + (g - f)
		if w < 0 && w >= -0x1p-50*(math.Abs(a)+math.Abs(b)+math.Abs(f)+math.Abs(g)) {
			w = 0 // a sum of node scores, up to rounding
		}
		switch {
		case w-w != 0:
			return c.badPair(e, p)
		case w < 0:
			return fmt.Errorf("edge %d (%d–%d) is not submodular: its scores for agreement add "+
				"to %v, for disagreement to %v: %w",
				e, uv.U, uv.V, a+g, b+f, errors.ErrUnsupported)
		}
		c.g.SetEdge(e, w/2, w/2)
		c.lean[uv.U] += ((f - a) + (g - b)) / 2
		c.lean[uv.V] += ((b - a) + (g - f)) / 2
		c.bound[uv.U] += w
		c.bound[uv.V] += w
	}
	return nil
}

func (c *Cut) badPair(e int, p *sp.Potentials) error {
	for k := range int32(2) {
		for l := range int32(2) {
			if v := p.PairScore(e, k, l); v-v != 0 {
				return fmt.Errorf("the score of edge %d for labels %d, %d is %v, must be finite", e,
					k, l, v)
			}
		}
	}
	return fmt.Errorf("the scores of edge %d overflow", e)
}

// loadNodes sets the changed terminal capacities. A forbidden label costs more than all edges of
// its variable can carry.
func (c *Cut) loadNodes(p *sp.Potentials) error {
	for d := range p.N() {
		zero, one := p.Node[2*d], p.Node[2*d+1]
		net := (one - zero) + c.lean[d]
		if net-net != 0 {
			switch {
			case math.IsInf(one, -1) && zero-zero == 0:
				net = -c.bound[d]
			case math.IsInf(zero, -1) && one-one == 0:
				net = c.bound[d]
			default:
				return fault(math.Inf(-1), p)
			}
		}
		if net != c.g.Terminal(d) {
			c.g.SetTerminal(d, net)
		}
	}
	return nil
}

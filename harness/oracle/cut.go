package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/maxflow"
	"github.com/spbench/spbench/harness/sp"
)

// A Cut is exact MAP by a minimum cut on any graph with two labels if all edges reward agreement:
// θ(0,0) + θ(1,1) >= θ(0,1) + θ(1,0), or Potts strength >= 0 (Kolmogorov and Zabih, What energy
// functions can be minimized via graph cuts?, PAMI 2004). It implements [sp.Solver], [sp.Clamper]
// and [sp.Forgetter]. Its Marginals return an error that wraps errors.ErrUnsupported. It serves
// graphs of any size in turn, and allocates nothing once its buffers are large enough.
//
// Among equally good labelings it returns the one with the fewest ones: every other contains its
// ones. If graph and pair scores are those of the last MAP, the flow and the search trees are
// reused. The cost is then proportional to the changes of the labeling, plus O(n+m) for the
// comparison. If labelings are equal up to rounding, the reused flow may decide between them.
type Cut struct {
	conditioner
	clamped
	g        maxflow.Graph
	edges    []sp.Edge // of the last graph
	pair     []float64 // copies of the pair scores behind the capacities of g
	potts    bool      // they are strengths
	holds    bool      // g holds edge capacities
	lean     []float64 // n: contribution of the pair scores to label 1
	bound    []float64 // n: more than the edges of a variable can carry
	incident sp.Incidence

	p     *sp.Potentials // of the last successful MAP, else nil
	y     []int32        // its labeling
	score float64
	moved []int32
}

// NewCut returns a Cut.
func NewCut() *Cut { return new(Cut) }

// MAP implements [sp.Solver]. If an edge rewards disagreement, the error names it and wraps
// errors.ErrUnsupported.
func (c *Cut) MAP(y []int32, p *sp.Potentials) (float64, error) {
	c.p, c.moves = nil, c.moves[:0]
	if err := c.load(p); err != nil {
		return 0, fmt.Errorf("oracle: cut: %w", err)
	}
	answered.Add(1)
	n := p.N()
	mustHold(y, n)
	c.g.Solve()
	c.y = sp.Grow(c.y, n)
	for d := range c.y {
		c.y[d] = 0
		if c.g.Source(d) {
			c.y[d] = 1
		}
	}
	copy(y, c.y)
	c.score = p.Score(c.y)
	if c.score-c.score != 0 {
		return 0, fmt.Errorf("oracle: cut: %w", fault(c.score, p))
	}
	c.p = p
	return c.score, nil
}

// Marginals returns an error that wraps errors.ErrUnsupported.
func (c *Cut) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) {
	return 0, fmt.Errorf("oracle: cut: no marginals of a graph with cycles: %w",
		errors.ErrUnsupported)
}

// Forget implements [sp.Forgetter]: the next MAP reuses the arcs, but no capacity and no flow.
func (c *Cut) Forget() { c.holds, c.p, c.moves = false, nil, c.moves[:0] }

// Clamped implements [sp.Clamper]. It augments the flow of the last MAP and rolls it back, at a
// cost proportional to the changes, plus O(n) to fill y. Up to rounding, the labeling is the MAP
// with the other label of d forbidden. The score is the MAP score plus the gains of the changed
// variables, in ascending order.
func (c *Cut) Clamped(y []int32, d int, k int32) (float64, error) {
	c.moves = c.moves[:0]
	switch {
	case c.p == nil:
		return 0, errors.New("oracle: cut: Clamped needs a successful MAP first")
	case uint32(k) > 1:
		panic(fmt.Sprintf("oracle: label %d of variable %d, must be below 2", k, d))
	case c.y[d] != k && math.IsInf(c.p.Node[2*d+int(k)], -1):
		return 0, fmt.Errorf("oracle: cut: variable %d clamped to label %d: %w", d, k, ErrForbidden)
	}
	if y != nil {
		mustHold(y, len(c.y))
		copy(y, c.y)
	}
	if c.y[d] == k {
		return c.score, nil
	}
	c.g.Force(d, k == 1)
	c.moved = c.g.Moved(c.moved[:0])
	c.g.Rollback()
	slices.Sort(c.moved)
	score := c.score
	for _, i := range c.moved {
		score += c.flip(i)
		c.moves = append(c.moves, sp.Move{Variable: i, Label: c.y[i]})
		if y != nil {
			y[i] = c.y[i]
		}
	}
	for _, i := range c.moved {
		c.y[i] = 1 - c.y[i]
	}
	return score, nil
}

// flip gives variable i its other label and returns the gain in score.
func (c *Cut) flip(i int32) float64 {
	p, old := c.p, c.y[i]
	gain := p.Node[2*i+1-old] - p.Node[2*i+old]
	for _, e := range c.incident.At(i) {
		uv := p.Edges[e]
		k, l := c.y[uv.U], c.y[uv.V]
		gain -= p.PairScore(int(e), k, l)
		if uv.U == i {
			k = 1 - k
		} else {
			l = 1 - l
		}
		gain += p.PairScore(int(e), k, l)
	}
	c.y[i] = 1 - old
	return gain
}

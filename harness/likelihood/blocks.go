package likelihood

import (
	"fmt"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

// MostConfigurations is the largest number of labelings of a block of [Blocks].
const MostConfigurations = local.MostConfigurations

// A Blocks is the negative log composite likelihood of disjoint blocks β (Lindsay 1988;
// Bertasius et al. 2017, section 4),
//
//	ℓ = −Σ_β log p(y_β | y_−β, x)
//
// with the variables outside of β at their gold labels. With blocks of one variable it is
// [Pseudo], with one block of all variables the likelihood. Each block is summed by enumeration
// of its labelings. O(nK + mK²), plus K^|β| times the variables and edges of β for each block.
type Blocks struct {
	// Of returns the number of the block of each of the n variables, from 0; the caller does
	// not keep it.
	Of func(x *sp.Instance) []int32

	of      []int32
	members [][]int32 // the variables of each block
	inside  [][]int32 // the edges of each block
	sum     blockSum
}

// Value implements [Term]. The error wraps errors.ErrUnsupported if a block has more than
// [MostConfigurations].
func (t *Blocks) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	t.of = t.Of(x)
	t.divide(p)
	resize(g, p)
	copy(g.Node, p.Node)
	t.crossing(p, func(e int, uv sp.Edge) {
		k := p.K
		u, v := g.Node[int(uv.U)*k:][:k], g.Node[int(uv.V)*k:][:k]
		for i := range int32(k) {
			u[i] += p.PairScore(e, i, x.Gold[uv.V])
			v[i] += p.PairScore(e, x.Gold[uv.U], i)
		}
	})
	value := 0.0
	for b, members := range t.members {
		loss, err := t.sum.enumerate(g, p, x.Gold, members, t.inside[b])
		if err != nil {
			return 0, fmt.Errorf("likelihood: instance %q: block %d: %w", x.ID, b, err)
		}
		value += loss
	}
	// Each end of a crossing edge depends on one column or row of its table, as in Pseudo.
	t.crossing(p, func(e int, uv sp.Edge) {
		k := p.K
		u, v := g.Node[int(uv.U)*k:][:k], g.Node[int(uv.V)*k:][:k]
		addEnds(g, e, u, v, x.Gold[uv.U], x.Gold[uv.V])
	})
	return value, nil
}

// crossing calls do with each edge between two blocks.
func (t *Blocks) crossing(p *sp.Potentials, do func(e int, uv sp.Edge)) {
	for e, uv := range p.Edges {
		if t.of[uv.U] != t.of[uv.V] {
			do(e, uv)
		}
	}
}

// divide lists the variables and the edges of each block.
func (t *Blocks) divide(p *sp.Potentials) {
	n := int32(0)
	for _, b := range t.of {
		n = max(n, b+1)
	}
	t.members, t.inside = cleared(t.members, int(n)), cleared(t.inside, int(n))
	for d, b := range t.of {
		t.members[b] = append(t.members[b], int32(d))
	}
	for e, uv := range p.Edges {
		if b := t.of[uv.U]; b == t.of[uv.V] {
			t.inside[b] = append(t.inside[b], int32(e))
		}
	}
}

// cleared returns n empty lists, and reuses the memory of those in s.
func cleared(s [][]int32, n int) [][]int32 {
	for len(s) < n {
		s = append(s[:len(s):cap(s)], nil)
	}
	s = s[:n]
	for i := range s {
		s[i] = s[i][:0]
	}
	return s
}

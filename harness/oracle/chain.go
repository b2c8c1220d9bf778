package oracle

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A Chain is exact max- and sum-product on chains with edges {t,t+1} in order: the algorithms of
// Viterbi and forward–backward. It implements [sp.Solver] and [sp.Clamper]. One Chain can serve
// chains of any length and any K one after the other. It allocates nothing once its buffers are
// large enough.
type Chain struct {
	forest
	conditioner
}

// NewChain returns a Chain. If a graph is not a chain, the errors of its calls wrap
// errors.ErrUnsupported.
func NewChain() *Chain {
	return &Chain{forest: forest{name: "chain", arrange: arrangeChain}}
}

// arrangeChain roots the chain at its last variable: upward is forward.
func arrangeChain(f *forest, n int, edges []sp.Edge) error {
	if len(edges) != max(n-1, 0) {
		return fmt.Errorf("oracle: chain: %d edges on %d variables are not a chain: %w", len(edges),
			n, errors.ErrUnsupported)
	}
	for t, e := range edges {
		if int(e.U) != t || int(e.V) != t+1 {
			return fmt.Errorf(
				"oracle: chain: edge %d joins %d and %d, in a chain it joins %d and %d: %w",
				t, e.U, e.V, t, t+1, errors.ErrUnsupported)
		}
	}
	if len(f.linkOf) == n {
		return nil
	}
	f.links = f.links[:min(len(edges), len(f.links))]
	for t := int32(len(f.links)); int(t) < len(edges); t++ {
		f.links = append(f.links, link{child: t, parent: t + 1, edge: t})
	}
	f.degree = min(len(edges), 2)
	f.linkOf, f.childOf, f.sibling = sp.Grow(f.linkOf, n), sp.Grow(f.childOf, n),
		sp.Grow(f.sibling, n)
	for t := range n {
		f.linkOf[t], f.childOf[t], f.sibling[t] = int32(t), int32(t-1), -1
	}
	if n > 0 {
		f.linkOf[n-1] = -1
	}
	return nil
}

var (
	_ sp.Clamper = (*Chain)(nil)
	_ sp.Solver  = (*Chain)(nil)
)

package learner

import (
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// poolSize bounds the solvers that keep state of one graph, so that memory does
// not grow with the number of instances.
const poolSize = 256

// A pool keeps solvers for reuse: one chain solver, one tree solver and one
// elimination, whose tables are large, each of which serves any graph of its
// kind, and for other graphs the poolSize newest ones.
type pool struct {
	fmap sp.FeatureMap
	wrap func(sp.Solver) sp.Solver

	chain, tree, elimination sp.Solver
	graph                    map[*sp.Instance]sp.Solver // all but chains; tree and elimination many times
	order                    []*sp.Instance             // of arrival of solvers of one graph; the oldest leaves first
	oldest                   int
}

func newPool(m sp.FeatureMap, wrap func(sp.Solver) sp.Solver) pool {
	return pool{fmap: m, wrap: wrap, graph: map[*sp.Instance]sp.Solver{}}
}

// get returns the solver for x.
func (p *pool) get(x *sp.Instance) (sp.Solver, error) {
	if p.chain != nil && x.IsChain() {
		return p.chain, nil
	}
	if s := p.graph[x]; s != nil {
		return s, nil
	}
	raw, err := oracle.New(x, p.fmap)
	if err != nil {
		return nil, err
	}
	switch raw.(type) {
	case *oracle.Chain:
		p.chain = p.wrap(raw)
		return p.chain, nil
	case *oracle.Tree:
		if p.tree == nil {
			p.tree = p.wrap(raw)
		}
		p.graph[x] = p.tree
		return p.tree, nil
	case *oracle.Elimination:
		if p.elimination == nil {
			p.elimination = p.wrap(raw)
		}
		p.graph[x] = p.elimination
		return p.elimination, nil
	}
	s := p.wrap(raw)
	p.add(x, s)
	return s, nil
}

func (p *pool) add(x *sp.Instance, s sp.Solver) {
	if len(p.order) < poolSize {
		p.order = append(p.order, x)
	} else {
		delete(p.graph, p.order[p.oldest])
		p.order[p.oldest] = x
		p.oldest = (p.oldest + 1) % poolSize
	}
	p.graph[x] = s
}

package learner

import (
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// poolSize bounds the solvers that keep state of one graph, so that memory does
// not grow with the number of instances.
const poolSize = 256

// A pool keeps solvers for reuse: one chain solver, one tree solver, one
// elimination, whose tables are large, and one expansion, each of which serves any
// graph of its kind, and for other graphs the poolSize newest ones.
type pool struct {
	fmap   sp.FeatureMap
	wrap   func(sp.Solver) sp.Solver
	tables *oracle.Elimination // of all solvers of binary graphs

	chain, tree, elimination, expansion sp.Solver

	graph  map[*sp.Instance]sp.Solver // all but chains; the shared ones many times
	order  []*sp.Instance             // of arrival of solvers of one graph; the oldest leaves first
	oldest int

	approximate int    // instances given a solver that is not exact
	algorithm   string // of that
}

func newPool(m sp.FeatureMap, wrap func(sp.Solver) sp.Solver) pool {
	return pool{fmap: m, wrap: wrap, tables: oracle.NewElimination(), graph: map[*sp.Instance]sp.Solver{}}
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
	switch raw := raw.(type) {
	case *oracle.Chain:
		p.chain = p.wrap(raw)
		return p.chain, nil
	case *oracle.Tree:
		return p.share(x, &p.tree, raw), nil
	case *oracle.Elimination:
		return p.share(x, &p.elimination, raw), nil
	case *oracle.Expansion:
		p.approximate++ // x comes here once: the shared ones never leave
		p.algorithm = raw.Approximate()
		return p.share(x, &p.expansion, raw), nil
	case *oracle.Binary:
		return p.add(x, oracle.NewBinary(p.tables)), nil
	}
	return p.add(x, raw), nil
}

// share gives x the solver that serves all graphs of its kind: raw, if it is the
// first.
func (p *pool) share(x *sp.Instance, shared *sp.Solver, raw sp.Solver) sp.Solver {
	if *shared == nil {
		*shared = p.wrap(raw)
	}
	p.graph[x] = *shared
	return *shared
}

// add gives x a solver of its own, in place of the oldest one where there are
// many.
func (p *pool) add(x *sp.Instance, raw sp.Solver) sp.Solver {
	if len(p.order) < poolSize {
		p.order = append(p.order, x)
	} else {
		delete(p.graph, p.order[p.oldest])
		p.order[p.oldest] = x
		p.oldest = (p.oldest + 1) % poolSize
	}
	s := p.wrap(raw)
	p.graph[x] = s
	return s
}

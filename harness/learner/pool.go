package learner

import "github.com/spbench/spbench/harness/sp"

// poolSize bounds the solvers that keep state of one graph, so that memory does
// not grow with the number of instances.
const poolSize = 256

// A pool keeps solvers for reuse: one for all chains, whatever their length,
// and one for each of the poolSize other graphs that were asked for last.
type pool struct {
	chain  sp.Solver
	graph  map[*sp.Instance]sp.Solver
	order  []*sp.Instance // of arrival in graph; the oldest leaves first
	oldest int
}

// get returns the solver for x, made by create unless one is at hand.
func (p *pool) get(x *sp.Instance, create func() (sp.Solver, error)) (sp.Solver, error) {
	chain := x.IsChain()
	if s := p.graph[x]; s != nil {
		return s, nil
	}
	if chain && p.chain != nil {
		return p.chain, nil
	}
	s, err := create()
	switch {
	case err != nil:
		return nil, err
	case chain:
		p.chain = s
	default:
		p.add(x, s)
	}
	return s, nil
}

func (p *pool) add(x *sp.Instance, s sp.Solver) {
	if p.graph == nil {
		p.graph = make(map[*sp.Instance]sp.Solver, poolSize)
	}
	if len(p.order) < poolSize {
		p.order = append(p.order, x)
	} else {
		delete(p.graph, p.order[p.oldest])
		p.order[p.oldest] = x
		p.oldest = (p.oldest + 1) % poolSize
	}
	p.graph[x] = s
}

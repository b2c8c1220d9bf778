package oracle

import "github.com/spbench/spbench/harness/sp"

// poolSize bounds the number of solvers with state of one graph, to bound memory for many
// instances.
const poolSize = 256

// A Pool keeps solvers for reuse. One chain, one tree, one independent, one elimination and one
// expansion solver each serve all graphs of their kind. For other graphs it keeps the poolSize
// newest solvers. A Pool is not safe for concurrent use.
type Pool struct {
	fmap   sp.FeatureMap
	wrap   func(sp.Solver) sp.Solver
	tables *Elimination // of all solvers of binary graphs

	chain, tree, independent, elimination, expansion sp.Solver

	graph map[*sp.Instance]sp.Solver // all but chains; shared solvers appear many times
	// of creation of one-graph solvers; the oldest is dropped first
	order  []*sp.Instance
	oldest int

	plan plan // of the last graph in Under

	choice Choice // if inexact, the oracle of all instances with edges
	named  sp.Solver
	gibbs  *Gibbs // the solver in named if it is a Gibbs
	seed   uint64 // of its noise
	calls  *calls // of it

	iterates *convergence // of named, if it iterates
	before   convergence  // counts restored from an earlier process
	work     *Work        // records the solvers' calls if not nil

	approximate map[string]bool // IDs of the instances with an inexact solver
	algorithm   string          // name of its algorithm
}

// NewPool returns an empty pool of solvers for instances under feature map m. wrap
// is applied to each new solver; nil: they are handed out as they are.
func NewPool(m sp.FeatureMap, wrap func(sp.Solver) sp.Solver) *Pool {
	if wrap == nil {
		wrap = func(s sp.Solver) sp.Solver { return s }
	}
	return &Pool{
		fmap: m, wrap: wrap, tables: NewElimination(),
		graph: map[*sp.Instance]sp.Solver{}, approximate: map[string]bool{}, calls: newCalls(),
	}
}

// Get returns the solver picked by [New] for x, identified by its address. The solver belongs to x
// until the next Get. If New has none, the returned solver only implements [sp.Conditioner], and
// its MAP and Marginals return New's error.
func (p *Pool) Get(x *sp.Instance) (sp.Solver, error) {
	if p.choice.approximates(x, p.fmap) {
		return p.chosen(x)
	}
	if p.chain != nil && x.IsChain() {
		return p.chain, nil
	}
	if s := p.graph[x]; s != nil {
		if s == p.expansion && p.work != nil {
			p.note(x, p.algorithm)
		}
		return s, nil
	}
	raw, err := New(x, p.fmap)
	if err != nil {
		return p.add(x, &wide{&p.tables.conditioner, err}), nil
	}
	switch raw := raw.(type) {
	case *Chain:
		p.chain = p.wrap(raw)
		return p.chain, nil
	case *Tree:
		return p.share(x, &p.tree, raw), nil
	case *Independent:
		return p.share(x, &p.independent, raw), nil
	case *Elimination:
		return p.share(x, &p.elimination, raw), nil
	case *Expansion:
		p.note(x, raw.Approximate())
		return p.share(x, &p.expansion, raw), nil
	case *Binary:
		return p.add(x, NewBinary(p.tables)), nil
	}
	return p.add(x, raw), nil
}

// note records that the solver of x is inexact. x may be a learner's copy of an earlier instance.
func (p *Pool) note(x *sp.Instance, algorithm string) {
	if p.algorithm = algorithm; p.work != nil {
		p.work.approximate = append(p.work.approximate, x.ID)
		return
	}
	p.approximate[x.ID] = true
}

// Under is like Get for potentials q that will not change, as for predictions. It returns an
// [Independent] if the graph is too wide for marginals but all pair scores of q are 0.
func (p *Pool) Under(x *sp.Instance, q *sp.Potentials) (sp.Solver, error) {
	forest := x.IsChain() || Cycle(x.N(), x.Edges) == nil
	if forest || !q.Independent() || p.plan.fit(x.N(), x.K, x.Edges) == nil {
		return p.Get(x)
	}
	if p.independent == nil {
		p.independent = p.wrap(NewIndependent())
	}
	return p.independent, nil
}

// Approximate returns the number of instances, by ID, with an inexact solver, and the name of its
// algorithm.
func (p *Pool) Approximate() (instances int, algorithm string) {
	return len(p.approximate), p.algorithm
}

// share returns the wrapped solver for all graphs of its kind and registers x with it. The first
// call wraps raw.
func (p *Pool) share(x *sp.Instance, shared *sp.Solver, raw sp.Solver) sp.Solver {
	if *shared == nil {
		*shared = p.wrap(raw)
	}
	p.graph[x] = *shared
	return *shared
}

// add gives x its own solver. If there are too many, it replaces the oldest.
func (p *Pool) add(x *sp.Instance, raw sp.Solver) sp.Solver {
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

package oracle

import "github.com/spbench/spbench/harness/sp"

// poolSize bounds the solvers that keep state of one graph, so that memory does
// not grow with the number of instances.
const poolSize = 256

// A Pool keeps solvers for reuse: one chain solver, one tree solver, one for
// independent variables, one elimination, whose tables are large, and one expansion,
// each of which serves any graph of its kind, and for other graphs the poolSize newest
// ones. Like them it is not safe for concurrent use.
type Pool struct {
	fmap   sp.FeatureMap
	wrap   func(sp.Solver) sp.Solver
	tables *Elimination // of all solvers of binary graphs

	chain, tree, independent, elimination, expansion sp.Solver

	graph  map[*sp.Instance]sp.Solver // all but chains; the shared ones many times
	order  []*sp.Instance             // of arrival of solvers of one graph; the oldest leaves first
	oldest int

	plan plan // of the last graph that Under asked about

	choice Choice // whose solver all instances with edges have, if it is inexact
	named  sp.Solver
	gibbs  *Gibbs // under named, if that is what it is
	seed   uint64 // of its noise
	calls  *calls // of it

	iterates *settling // of named, if it iterates
	before   settling  // of solvers of the process that the pool goes on from
	work     *Work     // record of what solvers do; nil: none

	approximate map[string]bool // IDs of the instances given a solver that is not exact
	algorithm   string          // of that
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

// Get returns the solver that [New] picks for x, known by its address: until the
// next Get, it is x's. Where New has none, it sums over forests given the other
// labels, as any does ([sp.Conditioner]), and New's error is that of its MAP and
// Marginals.
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

// note records that the solver of x is not exact. x may be a learner's copy of one that was here.
func (p *Pool) note(x *sp.Instance, algorithm string) {
	if p.algorithm = algorithm; p.work != nil {
		p.work.approximate = append(p.work.approximate, x.ID)
		return
	}
	p.approximate[x.ID] = true
}

// Under is Get for one who reads predictions off potentials q and will not change
// them: where the graph is too wide for sums, so that Get has no exact solver or one
// without marginals, but no pair score differs from 0, it is an [Independent].
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

// Approximate returns for how many instances, by ID, the solver was not exact, and
// what its algorithm is called.
func (p *Pool) Approximate() (instances int, algorithm string) {
	return len(p.approximate), p.algorithm
}

// share gives x the solver that serves all graphs of its kind: raw, if it is the
// first.
func (p *Pool) share(x *sp.Instance, shared *sp.Solver, raw sp.Solver) sp.Solver {
	if *shared == nil {
		*shared = p.wrap(raw)
	}
	p.graph[x] = *shared
	return *shared
}

// add gives x a solver of its own, in place of the oldest one where there are
// many.
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

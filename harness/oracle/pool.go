package oracle

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// poolSize bounds the number of solvers with state of one graph.
const poolSize = 256

// A Pool keeps solvers for reuse: one of each kind, and the poolSize newest that keep state of one
// graph. It is not safe for concurrent use.
type Pool struct {
	fmap   sp.FeatureMap
	wrap   func(sp.Solver) sp.Solver
	tables *Elimination // of all solvers of binary graphs

	shared map[string]sp.Solver // by kind

	graph map[*sp.Instance]sp.Solver // all but chains; shared solvers appear many times
	// of creation of one-graph solvers; the oldest is dropped first
	order  []*sp.Instance
	oldest int

	plan minfill.Plan // of the last graph with cycles

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
		shared: map[string]sp.Solver{}, graph: map[*sp.Instance]sp.Solver{},
		approximate: map[string]bool{}, calls: newCalls(),
	}
}

// Get returns the solver picked by [New] for x, identified by its address. The solver belongs to x
// until the next Get. If New has none, the returned solver only implements [sp.Conditioner], and
// its MAP and Marginals return New's error.
func (p *Pool) Get(x *sp.Instance) (sp.Solver, error) {
	if err := p.choice.refuses(x); err != nil {
		return p.add(x, &wide{&p.tables.conditioner, err}), nil
	}
	if p.choice.approximates(x, p.fmap) {
		return p.chosen(x)
	}
	if s := p.shared["chain"]; s != nil && x.Factors.N() == 0 && x.IsChain() {
		return s, nil
	}
	if s := p.graph[x]; s != nil {
		if s == p.shared["expansion"] && p.work != nil {
			p.note(x, p.algorithm)
		}
		return s, nil
	}
	q := question{x: x, m: p.fmap, plan: &p.plan, tables: p.tables}
	e, err := q.entry()
	switch {
	case err != nil:
		return p.add(x, &wide{&p.tables.conditioner, err}), nil
	case e.own:
		return p.add(x, e.make(&q)), nil
	}
	if p.shared[e.name] == nil {
		p.shared[e.name] = p.wrap(e.make(&q))
	}
	s := p.shared[e.name]
	if a, ok := s.(sp.Approximator); ok {
		p.note(x, a.Approximate())
	}
	if e.name != "chain" {
		p.graph[x] = s
	}
	return s, nil
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
	forest := x.Factors.N() == 0 && (x.IsChain() || Cycle(x.N(), x.Edges) == nil)
	if forest || !q.Independent() || p.plan.Fit(x.N(), x.K, x.Edges, x.Factors) == nil {
		return p.Get(x)
	}
	if p.shared["independent"] == nil {
		p.shared["independent"] = p.wrap(NewIndependent())
	}
	return p.shared["independent"], nil
}

// Approximate returns the number of instances, by ID, with an inexact solver, and the name of its
// algorithm.
func (p *Pool) Approximate() (instances int, algorithm string) {
	return len(p.approximate), p.algorithm
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

// Pool returns an empty pool of solvers for instances under feature map m, like [NewPool] for exact
// ones. The noise of sampling solvers is a function of seed, instance ID and the number of earlier
// calls for that instance. If an instance has no edges or the map no pair scores, the solver is
// exact for every oracle.
func (c Choice) Pool(m sp.FeatureMap, seed uint64, wrap func(sp.Solver) sp.Solver) *Pool {
	p := NewPool(m, wrap)
	p.choice, p.seed, p.calls = c, seed, newCalls()
	return p
}

// Beside returns an empty pool like p, for use at the same time: calls of an instance are counted
// together. wrap is as in [NewPool].
func (p *Pool) Beside(wrap func(sp.Solver) sp.Solver) *Pool {
	q := p.choice.Pool(p.fmap, p.seed, wrap)
	q.calls = p.calls
	return q
}

// approximates reports whether x gets a solver of an inexact oracle.
func (c Choice) approximates(x *sp.Instance, m sp.FeatureMap) bool {
	return c.Inexact() && len(x.Edges)+x.Factors.N() > 0 && !independent(m)
}

// refuses returns an error for an instance with a structure, or with factors that the oracle does
// not know, unless the oracle is exact.
func (c Choice) refuses(x *sp.Instance) error {
	switch {
	case !c.Inexact():
		return nil
	case !c.Factors && x.Factors.N() > 0:
		return x.Factors.Unsupported("oracle: " + c.Name)
	case x.Structure == nil:
		return nil
	}
	return fmt.Errorf("oracle: %s reads edges, and instance %q has structure %q (oracle exact works)"+
		": %w", c.Name, x.ID, x.Structure.Kind, errors.ErrUnsupported)
}

// Approximates reports whether any instance gets an approximate solver: the oracle was chosen by
// name, or the exact oracle falls back to an approximation.
func (c Choice) Approximates(list []sp.Instance, m sp.FeatureMap) bool {
	plan := new(minfill.Plan)
	return slices.ContainsFunc(list, func(x sp.Instance) bool {
		if c.Inexact() {
			return c.approximates(&x, m)
		}
		q := question{x: &x, m: m, plan: plan}
		e, err := q.entry()
		return err == nil && e.approximate
	})
}

// chosen returns the solver of the oracle chosen by name.
func (p *Pool) chosen(x *sp.Instance) (sp.Solver, error) {
	if p.choice.Name == expansionKind.Name && len(p.fmap.NonNegative()) == 0 {
		return p.add(x, &wide{&p.tables.conditioner, errNoPotts}), nil
	}
	if p.named == nil {
		raw, err := p.choice.make()
		if err != nil {
			return nil, err
		}
		p.gibbs, _ = raw.(*Gibbs)
		if s, ok := raw.(interface{ counted() *convergence }); ok {
			p.iterates = s.counted()
		}
		p.named, p.algorithm = p.wrap(raw), raw.Approximate()
	}
	p.note(x, p.algorithm)
	if p.gibbs != nil {
		calls := p.calls.of(x.ID)
		if p.work != nil {
			p.work.draws = append(p.work.draws, draw{calls, calls.Load()})
		}
		p.gibbs.Begin(perturb.NewKey(p.seed, x.ID), calls)
	}
	return p.named, nil
}

var errNoPotts = fmt.Errorf("oracle: expansion moves need Potts strengths kept >= 0, "+
	"as those of features linear {pairs: potts, nonnegative: true}: %w", errors.ErrUnsupported)

// calls counts the calls of each instance by its ID. It is safe for concurrent use.
type calls struct {
	mu    sync.Mutex
	count map[string]*atomic.Uint64
}

func newCalls() *calls { return &calls{count: map[string]*atomic.Uint64{}} }

func (c *calls) of(id string) *atomic.Uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count[id] == nil {
		c.count[id] = new(atomic.Uint64)
	}
	return c.count[id]
}

// poolState is a part of a Pool: later results depend on it, and on no state of the solvers.
type poolState struct {
	Approximate []string // IDs
	Algorithm   string
	Calls       map[string]uint64 // calls by ID; the noise of samplers depends on them
	Settling    convergence
}

// MarshalBinary returns the state to resume a Pool in another process.
func (p *Pool) MarshalBinary() ([]byte, error) {
	s := poolState{Algorithm: p.algorithm, Calls: p.calls.counts()}
	for id := range p.approximate {
		s.Approximate = append(s.Approximate, id)
	}
	s.Settling.NotConverged, s.Settling.Calls = p.NotConverged()
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	return b.Bytes(), err
}

// UnmarshalBinary restores the state returned by MarshalBinary.
func (p *Pool) UnmarshalBinary(b []byte) error {
	var s poolState
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&s); err != nil {
		return fmt.Errorf("oracle: pool: %w", err)
	}
	for _, id := range s.Approximate {
		p.approximate[id] = true
	}
	p.algorithm, p.before = s.Algorithm, s.Settling
	for id, n := range s.Calls {
		p.calls.of(id).Store(n)
	}
	return nil
}

// Drew reports whether calls had noise by the number of earlier calls.
func (p *Pool) Drew() bool {
	p.calls.mu.Lock()
	defer p.calls.mu.Unlock()
	return len(p.calls.count) > 0
}

func (c *calls) counts() map[string]uint64 {
	counts := map[string]uint64{}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.count {
		counts[id] = n.Load()
	}
	return counts
}

// A wide is the solver of a graph unsupported by [New]. Only Conditional works.
type wide struct {
	*conditioner
	reason error // New's
}

// Conditional implements [sp.Conditioner], without a structure.
func (s *wide) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (float64, error) {
	if p.Structure != nil {
		return 0, s.reason
	}
	return s.conditioner.Conditional(mu, p, f, y)
}

// MAP returns the reason for the missing solver.
func (s *wide) MAP([]int32, *sp.Potentials) (float64, error) { return 0, s.reason }

// Marginals returns the reason for the missing solver.
func (s *wide) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) { return 0, s.reason }

package oracle

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

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
	return c.Inexact() && len(x.Edges) > 0 && !independent(m)
}

// Approximates reports whether any instance gets an approximate solver: the oracle was chosen by
// name, or the exact oracle falls back to an approximation.
func (c Choice) Approximates(list []sp.Instance, m sp.FeatureMap) bool {
	return slices.ContainsFunc(list, func(x sp.Instance) bool {
		if c.Inexact() {
			return c.approximates(&x, m)
		}
		s, err := New(&x, m)
		_, approximate := s.(sp.Approximator)
		return err == nil && approximate
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

package learner

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// An entry of sp.Asked is a kind and, of a call,
const (
	begins  = 1 << 3 // that it would begin a visit
	refused = 1 << 4 // that it was not answered
	ofKind  = 1<<3 - 1
)

// setAside lets goroutines beside that of the fit ask for what t has, with limits as of a fit without a budget.
func (r *run) setAside(t *sp.Task) {
	t.Aside = func() (*sp.Task, func(sp.Asked) sp.Asked) {
		m := r.meter.beside()
		side := *t
		side.Solver, side.Visit, side.Sweep = m.solver, m.visit, m.sweep
		side.Aside, side.Settle, side.Save, side.Resume, side.Watch = nil, nil, nil, nil, nil
		return &side, m.handOver
	}
	t.Settle = r.settle
}

// beside returns a meter for a goroutine that works ahead. Its solvers answer as those of m do.
func (m *meter) beside() *meter {
	a := &meter{ctx: m.ctx, choice: m.choice, ledger: m.ledger, aside: true, deadline: math.MaxInt64, cpu: math.MaxInt64}
	a.pool = m.pool.Beside(a.wrap)
	m.asides = append(m.asides, a)
	return a
}

// note takes down what is about to be done.
func (m *meter) note(k kind) {
	e := byte(k)
	if !m.visited {
		e |= begins
	}
	m.asked = append(m.asked, e)
}

// noteAnswer takes down how the call ended that was noted last.
func (m *meter) noteAnswer(err error) {
	if err != nil {
		m.asked[len(m.asked)-1] |= refused
	}
}

// handOver appends to list what was asked, and forgets it.
func (m *meter) handOver(list sp.Asked) sp.Asked {
	list = append(list, m.asked...)
	m.asked = m.asked[:0]
	return list
}

// settle is Task.Settle.
func (m *meter) settle(list sp.Asked) error {
	defer func() { m.graph, m.visited = graph{}, false }() // a solver asked for before is none of the next call
	for _, e := range list {
		k := kind(e & ofKind)
		if k == visits || k == sweeps {
			if err := m.step(k); err != nil {
				return err
			}
			continue
		}
		m.visited = e&begins == 0
		if err := m.admitCall(k); err != nil {
			return err
		}
		if e&refused == 0 {
			m.made(k, nil)
		}
	}
	return nil
}

// gather takes in what the pools of goroutines that work ahead know, which must be at rest, of approximations.
func (m *meter) gather() {
	for _, a := range m.asides {
		m.pool.Take(a.pool)
	}
}

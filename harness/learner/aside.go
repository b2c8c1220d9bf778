package learner

import (
	"sync"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// An ahead is what makes a meter that of a goroutine that works ahead: it begins where the fit was when something was
// settled last, so that it stops where the fit would have, or later, and takes down what the fit is to count.
type ahead struct {
	of    *meter // of the fit
	asked sp.Asked
}

// A settled is the last that the fit knew.
type settled struct {
	mu     sync.Mutex
	counts sp.Counts
	clock  clock
}

// An entry of sp.Asked is a kind and
const (
	begins    = 1 << 3 // that the call would begin a visit,
	refused   = 1 << 4 // that it was not answered,
	late      = 1 << 5 // that the seconds of the budget were over,
	iterated  = 1 << 6 // that the answer is of an oracle that iterates,
	unsettled = 1 << 7 // which was stopped before it stood still
	ofKind    = 1<<3 - 1
)

// setAside lets goroutines beside that of the fit ask for what t has.
func (r *run) setAside(t *sp.Task) {
	t.Aside = func() (*sp.Task, func(sp.Asked) sp.Asked) {
		m := r.beside()
		side := *t
		side.Solver, side.Visit, side.Sweep = m.solver, m.visit, m.sweep
		side.Aside, side.Settle, side.Save, side.Resume, side.Watch, side.Due = nil, nil, nil, nil, nil, nil
		return &side, m.handOver
	}
	t.Settle = r.settle
}

// beside returns a meter for a goroutine that works ahead. Its solvers answer as those of m do.
func (m *meter) beside() *meter {
	m.know()
	a := &meter{
		ctx: m.ctx, limit: m.limit, calls: m.calls, deadline: m.deadline, cpu: m.cpu, counts: m.counts, clock: m.clock,
		choice: m.choice, ledger: m.ledger, ahead: &ahead{of: m},
	}
	a.pool = m.pool.Beside(a.wrap)
	m.asides = append(m.asides, a)
	return a
}

// note takes down what is about to be done.
func (a *ahead) note(k kind, visited bool) {
	if a == nil {
		return
	}
	e := byte(k)
	if !visited {
		e |= begins
	}
	a.asked = append(a.asked, e)
}

// noteLate takes down that what was noted last comes after the seconds of the budget, if it does.
func (a *ahead) noteLate(is bool) {
	if a != nil && is {
		a.asked[len(a.asked)-1] |= late
	}
}

// noteRefusal takes down that the call that was noted last was not answered.
func (a *ahead) noteRefusal() {
	if a != nil {
		a.asked[len(a.asked)-1] |= refused
	}
}

// noteAnswer takes down how the call that was noted last was answered, which the pool knows.
func (a *ahead) noteAnswer(p *oracle.Pool) {
	if a == nil {
		return
	}
	e := &a.asked[len(a.asked)-1]
	is, stopped := p.Iterated()
	if is {
		*e |= iterated
	}
	if stopped {
		*e |= unsettled
	}
}

// handOver appends to list what was asked, forgets it, and begins anew from what the fit knows.
func (m *meter) handOver(list sp.Asked) sp.Asked {
	list = append(list, m.ahead.asked...)
	m.ahead.asked = m.ahead.asked[:0]
	s := &m.ahead.of.settled
	s.mu.Lock()
	defer s.mu.Unlock()
	m.counts, m.clock = s.counts, s.clock
	return list
}

// know makes what the fit is at known to those that work ahead.
func (m *meter) know() {
	m.settled.mu.Lock()
	defer m.settled.mu.Unlock()
	m.settled.counts, m.settled.clock = m.counts, m.clock
}

// settle is Task.Settle.
func (m *meter) settle(list sp.Asked) error {
	defer m.know()
	defer func() { m.graph, m.visited = graph{}, false }() // what is asked next is another visit
	for _, e := range list {
		if err := m.settleOne(e); err != nil {
			return err
		}
	}
	return nil
}

func (m *meter) settleOne(e byte) error {
	if e&late != 0 {
		m.refused = true
		return sp.ErrBudget
	}
	k := kind(e & ofKind)
	if k == visits || k == sweeps {
		return m.step(k)
	}
	m.visited = e&begins == 0
	if err := m.admitCall(k); err != nil {
		return err
	}
	if e&refused == 0 {
		m.made(k, nil)
	}
	if e&iterated != 0 {
		m.pool.Count(e&unsettled != 0)
	}
	return nil
}

// gather takes in for which instances the pools of goroutines that work ahead, which must be at rest, approximated.
func (m *meter) gather() {
	for _, a := range m.asides {
		m.pool.Take(a.pool)
	}
}

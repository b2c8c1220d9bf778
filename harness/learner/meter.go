package learner

import (
	"context"
	"math"
	"time"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A meter hands out the solvers of a task, counts their calls by kind and
// refuses those beyond the budget.
type meter struct {
	ctx      context.Context
	clock    clock
	counts   Counts
	calls    int64 // all of counts, and visits
	limit    int64 // calls that the budget allows
	deadline time.Duration
	refused  bool // a call met the budget

	n        float64 // instances: calls of an effective pass
	schedule Schedule
	next     float64 // calls at which the next checkpoint is due

	pool *oracle.Pool
}

func newMeter(ctx context.Context, in *Input) *meter {
	n := float64(len(in.Train) + len(in.Partial))
	m := &meter{ctx: ctx, limit: in.Budget.Limit(int(n)), deadline: math.MaxInt64, n: n, schedule: in.Schedule}
	m.pool = oracle.NewPool(in.Map, m.wrap)
	if s := in.Budget.Seconds; s > 0 && s < math.MaxInt64/1e9 {
		m.deadline = time.Duration(s * 1e9)
	}
	m.next = math.Inf(1)
	if in.Schedule.First > 0 {
		m.next = in.Schedule.First * n
	}
	return m
}

// due is Task.Due.
func (m *meter) due() bool { return float64(m.calls) >= m.next }

// recorded moves the schedule on after a checkpoint.
func (m *meter) recorded() {
	for float64(m.calls) >= m.next {
		m.next *= m.schedule.Factor
	}
}

// admit says whether one more call may be made.
func (m *meter) admit() error {
	if m.ctx.Err() != nil {
		return context.Cause(m.ctx)
	}
	if m.calls >= m.limit || (m.deadline != math.MaxInt64 && m.clock.now() >= m.deadline) {
		m.refused = true
		return sp.ErrBudget
	}
	return nil
}

// made counts a call that was answered.
func (m *meter) made(kind *int64, err error) {
	if err == nil {
		*kind++
		m.calls++
	}
}

// visit is Task.Visit.
func (m *meter) visit() error {
	if err := m.admit(); err != nil {
		return err
	}
	m.calls++
	return nil
}

// solver is Task.Solver.
func (m *meter) solver(x *sp.Instance) (sp.Solver, error) {
	if m.ctx.Err() != nil {
		return nil, context.Cause(m.ctx)
	}
	return m.pool.Get(x)
}

// wrap meters s; the result is a Clamper exactly when s is one. It is always a
// Forgetter, which does nothing where s has nothing to forget.
func (m *meter) wrap(s sp.Solver) sp.Solver {
	plain := metered{m, s}
	if c, ok := s.(sp.Clamper); ok {
		return &meteredClamper{plain, c}
	}
	return &plain
}

type metered struct {
	m *meter
	s sp.Solver
}

func (s *metered) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if err := s.m.admit(); err != nil {
		return 0, err
	}
	score, err := s.s.MAP(y, p)
	s.m.made(&s.m.counts.MAP, err)
	return score, err
}

func (s *metered) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	if err := s.m.admit(); err != nil {
		return 0, err
	}
	logZ, err := s.s.Marginals(mu, p)
	s.m.made(&s.m.counts.Marginals, err)
	return logZ, err
}

// Forget implements sp.Forgetter. It is no call.
func (s *metered) Forget() {
	if f, ok := s.s.(sp.Forgetter); ok {
		f.Forget()
	}
}

type meteredClamper struct {
	metered
	c sp.Clamper
}

func (s *meteredClamper) Clamped(y []int32, d int, k int32) (float64, error) {
	if err := s.m.admit(); err != nil {
		return 0, err
	}
	score, err := s.c.Clamped(y, d, k)
	s.m.made(&s.m.counts.Clamped, err)
	return score, err
}

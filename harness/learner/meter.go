package learner

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A meter hands out the solvers of a task. It counts visits, sweeps and calls by kind, and refuses
// those beyond the budget.
type meter struct {
	ctx     context.Context
	clock   clock
	counts  sp.Counts
	visited bool  // the visit of the solver asked for last is counted
	graph   graph // of that visit
	refused bool  // the meter refused something

	limit    sp.Counts // of the budget
	calls    int64     // limit of all kinds together
	deadline time.Duration
	cpu      time.Duration

	n        float64 // instances: visits of a pass
	schedule sp.Schedule
	next     float64 // visits at which the next checkpoint is due

	choice oracle.Choice
	pool   *oracle.Pool
	of     *sp.Instance  // of the solver asked for last
	kept   sp.Potentials // with the transitions of that instance
	ledger *ledger

	workers []*meter // of Task.Batch
	worker  bool     // this meter is one of them
	missed  bool     // a worker's call got no answer
}

func newMeter(ctx context.Context, in *Input, choice oracle.Choice) *meter {
	n := len(in.Train) + len(in.Partial)
	m := &meter{ctx: ctx, n: float64(n), schedule: in.Schedule, next: math.Inf(1), choice: choice,
		ledger: newLedger(), clock: newClock()}
	m.pool = choice.Pool(in.Map, in.Seed, m.wrap)
	m.limit, m.calls = in.Budget.Limits(n)
	m.deadline, m.cpu = bound(in.Budget.Seconds), bound(in.Budget.CPUSeconds)
	if in.Schedule.First > 0 {
		m.next = in.Schedule.First * m.n
	}
	return m
}

// forever is the time of a fit without a budget of seconds.
const forever = time.Duration(math.MaxInt64)

// bound returns a bound in seconds as a duration; forever for no bound.
func bound(seconds float64) time.Duration {
	if seconds > 0 && seconds < math.MaxInt64/1e9 {
		return time.Duration(seconds * 1e9)
	}
	return forever
}

// due is Task.Due.
func (m *meter) due() bool { return float64(m.counts.Visits) >= m.next }

// recorded moves the schedule on after a checkpoint: point by point, or at once if there are too
// many points.
func (m *meter) recorded() {
	now := float64(m.counts.Visits)
	const some = 1000
	for range some {
		if now < m.next {
			return
		}
		m.next *= m.schedule.Factor
	}
	step := math.Log(m.schedule.Factor)
	points := math.Ceil((math.Log(now) - math.Log(m.next)) / step)
	m.next = max(math.Exp(math.Log(m.next)+points*step), math.Nextafter(now, math.Inf(1)))
}

// admit checks whether there may be one more of a kind with this limit.
func (m *meter) admit(k kind, limit int64) error {
	if m.ctx.Err() != nil {
		return context.Cause(m.ctx)
	}
	if *k.of(&m.counts) >= limit || m.clock.passed(m.deadline, m.cpu) {
		m.refused = true
		return sp.ErrBudget
	}
	return nil
}

// A graph tells the graphs of instances apart, except for instances that share their edges.
type graph struct {
	nodes int
	first *sp.Edge
}

// noteGraph starts a new visit if a solver is used on a different graph without being asked for
// again.
func (m *meter) noteGraph(p *sp.Potentials) {
	g := graph{nodes: len(p.Node)}
	if len(p.Edges) > 0 {
		g.first = &p.Edges[0]
	}
	if g != m.graph {
		m.graph, m.visited = g, false
	}
}

// admitCall checks whether a call, and the visit that it may begin, are allowed.
func (m *meter) admitCall(k kind) error {
	limit := *k.of(&m.limit)
	if !m.visited && m.counts.Visits >= m.limit.Visits || m.counts.Calls() >= m.calls {
		limit = 0
	}
	return m.admit(k, limit)
}

// made counts an answered call, and the visit that it began.
func (m *meter) made(k kind, err error) {
	if err != nil {
		m.missed = true
		return
	}
	*k.of(&m.counts)++
	if !m.visited {
		m.visited = true
		m.counts.Visits++
	}
}

// visit is Task.Visit.
func (m *meter) visit() error { return m.step(visits) }

// sweep is Task.Sweep.
func (m *meter) sweep() error { return m.step(sweeps) }

// step counts a visit without a call, or a sweep, if it is allowed.
func (m *meter) step(k kind) error {
	if err := m.admit(k, *k.of(&m.limit)); err != nil {
		return err
	}
	*k.of(&m.counts)++
	return nil
}

// solver is Task.Solver.
func (m *meter) solver(x *sp.Instance) (sp.Solver, error) {
	if m.ctx.Err() != nil {
		return nil, context.Cause(m.ctx)
	}
	m.visited, m.of = false, x
	return m.pool.Get(x)
}

// wrap meters s. The result is a Clamper or an Approximator exactly if s is one. It is always a
// Forgetter, and forgetting does nothing if s is not one.
func (m *meter) wrap(s sp.Solver) sp.Solver {
	plain := metered{m, s, s.(sp.Conditioner)}
	if c, ok := s.(sp.Clamper); ok {
		return &meteredClamper{plain, c}
	}
	if a, ok := s.(sp.Approximator); ok {
		return &meteredApproximator{plain, a.Approximate()}
	}
	return &plain
}

type metered struct {
	m *meter
	s sp.Solver
	c sp.Conditioner // s
}

// ask counts an oracle call of a kind under p.
func (s *metered) ask(k kind, p *sp.Potentials, call func() (float64, error)) (float64, error) {
	s.m.noteGraph(p)
	if err := s.m.admitCall(k); err != nil {
		return 0, err
	}
	before := oracle.Answered()
	value, err := call()
	s.m.account(before, err)
	s.m.made(k, err)
	if errors.Is(err, errors.ErrUnsupported) {
		err = &refusal{err}
	}
	return value, err
}

// A refusal is the error of an oracle that cannot answer. It may depend on the weights: cuts need
// pairs that reward agreement.
type refusal struct{ error }

// Refuse returns err as the error of an oracle: if it wraps errors.ErrUnsupported, it ends the fit
// without a result at any time.
func Refuse(err error) error { return &refusal{err} }

// Unwrap returns the error of the oracle.
func (r *refusal) Unwrap() error { return r.error }

func (s *metered) MAP(y []int32, p *sp.Potentials) (float64, error) {
	p = s.m.kept.Allowed(p, s.m.of)
	return s.ask(maxima, p, func() (float64, error) { return s.s.MAP(y, p) })
}

// Recall implements sp.Recaller.
func (s *metered) Recall(p *sp.Potentials) error {
	s.m.noteGraph(p)
	err := s.m.admitCall(maxima)
	if err == nil {
		s.m.made(maxima, nil)
	}
	return err
}

func (s *metered) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	p = s.m.kept.Allowed(p, s.m.of)
	return s.ask(marginals, p, func() (float64, error) { return s.s.Marginals(mu, p) })
}

// Conditional implements sp.Conditioner.
func (s *metered) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest, y []int32) (float64,
	error) {
	p = s.m.kept.Allowed(p, s.m.of)
	return s.ask(conditionals, p, func() (float64, error) { return s.c.Conditional(mu, p, f, y) })
}

// Forget implements sp.Forgetter. It does not count as a call.
func (s *metered) Forget() {
	if f, ok := s.s.(sp.Forgetter); ok {
		f.Forget()
	}
}

type meteredClamper struct {
	metered
	clamper sp.Clamper // s
}

func (s *meteredClamper) Clamped(y []int32, d int, k int32) (float64, error) {
	if err := s.m.admitCall(clamped); err != nil {
		return 0, err
	}
	score, err := s.clamper.Clamped(y, d, k)
	s.m.made(clamped, err)
	return score, err
}

// Moves implements sp.Clamper. It does not count as a call.
func (s *meteredClamper) Moves(list []sp.Move) []sp.Move { return s.clamper.Moves(list) }

// meteredApproximator is no Clamper: no approximate solver clamps.
type meteredApproximator struct {
	metered
	algorithm string
}

func (s *meteredApproximator) Approximate() string { return s.algorithm }

// Unsettled implements sp.Settler. It is 0 for a solver that does not iterate.
func (s *meteredApproximator) Unsettled() uint64 {
	if i, ok := s.s.(sp.Settler); ok {
		return i.Unsettled()
	}
	return 0
}

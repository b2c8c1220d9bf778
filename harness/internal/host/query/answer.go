package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// An answerer answers one stream of queries in order, with its own solvers and buffers.
type answerer struct {
	*Access
	memory  *memory
	held    int64 // bytes of answers that memory counts
	pool    *oracle.Pool
	w       []float64 // of the last message with weights
	p       sp.Potentials
	costs   []float64
	mu      sp.Marginals
	phi     []float64 // dim zeros between differences
	support []int32
	answers wire.Answers
}

// errSolver marks an error of the harness itself.
var errSolver = errors.New("the oracle panicked")

// charged is answer, and charges its CPU time.
func (s *answerer) charged(ctx context.Context, m *pb.Queries) (a *wire.Answers, err error) {
	began := time.Now()
	cpu := proc.OnThread(func() { a, err = s.answer(ctx, m) })
	if len(s.instances) > 0 && s.instances[0].Structure.Asks() {
		cpu = time.Since(began) // of the command
	}
	s.charge(cpu)
	return a, err
}

// answer answers a message. At the end of the budget, it returns the answers within it and the
// error. The answers are valid until the next call. The function is long: it
// takes one message from its check to the answers.
func (s *answerer) answer(ctx context.Context, m *pb.Queries) (_ *wire.Answers, err error) {
	q, err := wire.ToQueries(m, s.instances, s.Map.Dim())
	if err != nil {
		return nil, err
	}
	if err := s.check(&q); err != nil {
		return nil, err
	}
	if q.W != nil {
		s.w = q.W
	} else if q.Own == nil && s.w == nil {
		return nil,
			errors.New("w: missing; the first message of a stream needs weights, or potentials")
	}
	size := q.AnswerSize(s.instances)
	if err := s.hold(size); err != nil {
		return nil, err
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", errSolver, v)
		}
	}()
	a := &s.answers
	*a = wire.Answers{
		Score: a.Score[:0], Labels: a.Labels[:0], Loss: a.Loss[:0], Node: a.Node[:0],
		Pair:  a.Pair[:0],
		Start: a.Start[:0], Index: a.Index[:0], Value: a.Value[:0],
	}
	if q.Difference {
		// zeros between differences
		a.Start, s.phi = append(a.Start, 0), sp.Grow(s.phi, s.Map.Dim())
	}
	own := q.Own
	for at, i := range q.Indices {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		goesOn := at > 0 && q.Indices[at-1] == i
		if err = s.admit(q.Kind, goesOn); errors.Is(err, sp.ErrBudget) {
			break
		} else if err != nil {
			return nil, err
		}
		x := &s.instances[i]
		own = s.potentials(&q, own, x)
		if err := s.one(&q, at, x); err != nil {
			s.failed(q.Kind, goesOn)
			return nil, fmt.Errorf("instance %d, %q: %w", i, x.ID, err)
		}
		if err := s.hold(size + bytesOfEntry*int64(len(a.Index))); err != nil {
			return nil, err
		}
	}
	a.Counts, _ = s.Spent()
	return a, err
}

// Memory of answers.
const (
	copies       = 2  // of each answer: in the stream's arrays, and encoded
	bytesOfEntry = 12 // of a difference
)

// hold counts so many bytes of answers of the stream. It keeps its arrays until it ends.
func (s *answerer) hold(bytes int64) error {
	grown := copies*bytes - s.held
	if grown <= 0 {
		return nil
	}
	s.held += grown
	return s.memory.add(grown)
}

// potentials fills s.p for x, from the weights or from the first of own, and returns the rest of
// own.
func (s *answerer) potentials(q *wire.Queries, own *wire.OwnScores,
	x *sp.Instance) *wire.OwnScores {
	if own == nil {
		s.Map.Potentials(&s.p, s.w, x)
	} else {
		own = s.take(own, x)
	}
	s.p.Forbid(x.Transitions)
	if q.Restrict {
		s.p.Restrict(x)
	}
	return own
}

// take fills s.p from the first of own and returns the rest.
func (s *answerer) take(own *wire.OwnScores, x *sp.Instance) *wire.OwnScores {
	rest := *own
	n, m, kk := x.N()*x.K, len(x.Edges), x.K*x.K
	switch {
	case own.Table == nil:
		s.p.Resize(x, m, 0)
		clear(s.p.Pair.Potts)
		if own.Potts != nil {
			copy(s.p.Pair.Potts, own.Potts)
			rest.Potts = own.Potts[m:]
		}
	case own.Shared:
		s.p.Resize(x, 0, kk)
		copy(s.p.Pair.Table, own.Table)
	default:
		s.p.Resize(x, 0, m*kk)
		copy(s.p.Pair.Table, own.Table)
		rest.Table = own.Table[m*kk:]
	}
	copy(s.p.Node, own.Node)
	rest.Node = own.Node[n:]
	return &rest
}

// one answers query at of q, under s.p for x, and appends the answer.
func (s *answerer) one(q *wire.Queries, at int, x *sp.Instance) error {
	solver, err := s.solver(x)
	if err != nil {
		return err
	}
	if q.Augment {
		nl, ok := s.trainLoss.(sp.NodeLoss)
		if !ok {
			return fmt.Errorf("augment: the loss does not sum over variables: %w",
				errors.ErrUnsupported)
		}
		s.costs = s.p.Augment(nl, x, s.costs)
	}
	if a, ok := solver.(sp.Approximator); ok && q.Kind != wire.Conditional {
		s.answers.Approximate = a.Approximate()
	}
	switch q.Kind {
	case wire.Marginals:
		return s.marginals(q, x, func() (float64, error) { return solver.Marginals(&s.mu, &s.p) })
	case wire.Conditional:
		given := &q.Given[at]
		return s.marginals(q, x, func() (float64, error) {
			return solver.(sp.Conditioner).Conditional(&s.mu, &s.p, given.Forest, given.Labels)
		})
	}
	return s.maximum(q, solver, x)
}

// solver returns the solver of x. In a prediction the scores are known already; a fit changes them.
func (s *answerer) solver(x *sp.Instance) (sp.Solver, error) {
	if s.training {
		return s.pool.Get(x)
	}
	return s.pool.Under(x, &s.p)
}

func (s *answerer) maximum(q *wire.Queries, solver sp.Solver, x *sp.Instance) error {
	a, at := &s.answers, len(s.answers.Labels)
	a.Labels = extend(a.Labels, x.N())
	y := a.Labels[at:]
	score, err := solver.MAP(y, &s.p)
	if err != nil {
		return err
	}
	a.Score = append(a.Score, score)
	if q.Augment {
		a.Loss = append(a.Loss, s.trainLoss.Value(x, x.Gold, y))
	}
	if q.Difference {
		s.Map.Add(s.phi, 1, x, x.Gold)
		s.Map.Add(s.phi, -1, x, y)
		s.gather(x)
	}
	return nil
}

func (s *answerer) marginals(q *wire.Queries, x *sp.Instance,
	sum func() (logZ float64, err error)) error {
	s.mu.NodeOnly = !q.Pairs && !q.Difference
	logZ, err := sum()
	if err != nil {
		return err
	}
	a := &s.answers
	a.Score = append(a.Score, logZ)
	a.Node = append(a.Node, s.mu.Node...)
	if q.Pairs {
		a.Pair = append(a.Pair, s.mu.Pair...)
	}
	if q.Difference {
		s.Map.Add(s.phi, 1, x, x.Gold)
		s.Map.AddMean(s.phi, -1, x, &s.mu)
		s.gather(x)
	}
	return nil
}

// gather appends the differences in s.phi for x and sets them to zero.
func (s *answerer) gather(x *sp.Instance) {
	a := &s.answers
	s.support = s.Map.Support(s.support[:0], x)
	for r := 0; r < len(s.support); r += 2 {
		for j := s.support[r]; j < s.support[r+1]; j++ {
			if v := s.phi[j]; v != 0 {
				a.Index, a.Value = append(a.Index, j), append(a.Value, v)
				s.phi[j] = 0
			}
		}
	}
	a.Start = append(a.Start, int32(len(a.Index)))
}

// extend lengthens s by n undefined entries.
func extend[T any](s []T, n int) []T { return slices.Grow(s, n)[:len(s)+n] }

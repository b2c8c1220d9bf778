package query

import (
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// An Access is the right of one Fit or Predict call to ask the oracles, with its counts. It is safe
// for concurrent use.
type Access struct {
	token     string
	instances []sp.Instance
	training  bool          // queries may read labels
	Map       sp.FeatureMap // nil if there is none
	trainLoss sp.Loss
	pool      *oracle.Pool // parent of the pools of streams
	bad       error        // why there is no feature map or loss
	limit     sp.Counts    // of the budget
	calls     int64        // limit of all kinds together
	budget    sp.Budget    // of seconds
	started   time.Time
	measured  sync.Once // its differences
	// OwnCPU returns the CPU seconds of the learner in the call, if the budget has some.
	OwnCPU func() float64

	mu      sync.Mutex
	cpu     time.Duration // of all answers
	counts  sp.Counts
	over    bool // the CPU seconds of the budget are over
	refused bool // a query exceeded the budget
	ended   bool
}

// Refusals of valid queries.
var (
	errToken = errors.New("the token of this stream belongs to no current call; send the token " +
		"of the Fit or Predict request in the first message")
	errDenied = errors.New("not for test instances")
)

// NewAccess returns the access of a call with that setting to the instances. In training, queries
// may use their labels, and each query counts.
func NewAccess(s *wire.Setting, instances []sp.Instance, training bool, b sp.Budget) *Access {
	a := &Access{
		token: rand.Text(), instances: instances, training: training,
		budget: b, started: time.Now(),
	}
	a.limit, a.calls = b.Limits(len(instances))
	a.Map, a.bad = feature.NewSeen(s.Map.Name, s.Map.Args,
		feature.Dims{K: s.K, Node: s.NodeWidth, Edge: s.EdgeWidth}, s.Seen)
	if a.bad == nil {
		a.trainLoss, a.bad = loss.New(s.Loss.Name, s.Loss.Args)
	}
	if a.bad == nil {
		a.bad = loss.Fits(a.trainLoss, s.K)
	}
	choice := oracle.Choice{}
	if a.bad == nil && training {
		choice, a.bad = oracle.Choose(s.Oracle.Name, s.Oracle.Args)
	}
	a.pool = choice.Pool(a.Map, s.Seed, nil)
	for i := 0; a.bad == nil && i < len(instances); i++ {
		a.bad = s.Fits(&instances[i])
	}
	return a
}

// check returns an error if the queries are not allowed.
func (a *Access) check(q *wire.Queries) error {
	switch {
	case a.training:
		return nil
	case q.Augment:
		return fmt.Errorf("augment: %w: their loss is what a prediction is scored by", errDenied)
	case q.Difference:
		return fmt.Errorf("difference: %w: φ(x,gold) needs their labels", errDenied)
	}
	return nil
}

// admit counts a call in advance, if it is allowed, and the visit that it begins. With goesOn, it
// is part of the visit of the previous call.
func (a *Access) admit(kind wire.Kind, goesOn bool) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return errToken
	}
	if a.training && (a.full(kind, goesOn) || a.late()) {
		a.refused = true
		return fmt.Errorf("%w after %d oracle calls", sp.ErrBudget, a.counts.Calls())
	}
	a.add(kind, goesOn, 1)
	return nil
}

// full reports whether the budget has no room for a call of that kind.
func (a *Access) full(kind wire.Kind, goesOn bool) bool {
	return *kind.Count(&a.counts) >= *kind.Count(&a.limit) || !goesOn &&
		a.counts.Visits >= a.limit.Visits || a.counts.Calls() >= a.calls
}

// late reports whether the seconds of the budget are over.
func (a *Access) late() bool {
	return a.budget.Seconds > 0 && time.Since(a.started).Seconds() >= a.budget.Seconds || a.over
}

// CPU returns the CPU seconds that this process spent on answers.
func (a *Access) CPU() float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.cpu.Seconds()
}

// charge adds CPU time of answers. It ends the budget when this and the learner's own exceed it.
func (a *Access) charge(cpu time.Duration) {
	own := 0.0
	if a.OwnCPU != nil && a.budget.CPUSeconds > 0 {
		own = a.OwnCPU()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cpu += cpu
	a.over = a.budget.CPUSeconds > 0 && own+a.cpu.Seconds() >= a.budget.CPUSeconds
}

// failed takes back an admitted call without an answer.
func (a *Access) failed(kind wire.Kind, goesOn bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(kind, goesOn, -1)
}

// add counts calls of a kind, and their visits.
func (a *Access) add(kind wire.Kind, goesOn bool, calls int64) {
	if !goesOn {
		a.counts.Visits += calls
	}
	*kind.Count(&a.counts) += calls
}

// Spent returns the calls so far, and whether one was refused.
func (a *Access) Spent() (c sp.Counts, refused bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.counts, a.refused
}

// Used reports whether the learner asked for any call.
func (a *Access) Used() bool {
	counts, refused := a.Spent()
	return refused || counts.Calls() > 0
}

// End refuses all further queries.
func (a *Access) End() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
}

// Resume counts the oracle calls and visits of the fit that this call resumes.
func (a *Access) Resume(c sp.Counts) { a.counts = c }

// Drew reports whether an oracle has drawn random numbers.
func (a *Access) Drew() bool { return a.pool.Drew() }

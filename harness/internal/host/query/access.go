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

// An Access is what one Fit or Predict call of a learner may ask the oracles, and
// has asked. It is safe for concurrent use.
type Access struct {
	token     string
	instances []sp.Instance
	training  bool          // labels may be read
	Map       sp.FeatureMap // nil if there is none
	trainLoss sp.Loss
	pool      *oracle.Pool // beside which those of the streams stand
	bad       error        // why there is no feature map or loss
	limit     sp.Counts    // what the budget allows
	calls     int64        // of all kinds, likewise
	seconds   float64
	started   time.Time

	mu      sync.Mutex
	counts  sp.Counts
	refused bool // a query met the budget
	ended   bool
}

// Refusals of queries that are well formed.
var (
	errToken  = errors.New("no call under way has the token of this stream; send that of the Fit or Predict request in the first message")
	errDenied = errors.New("not for test instances")
)

// NewAccess returns the access of a call with that setting to the instances; in
// training, their labels may be used, and each query counts.
func NewAccess(s *wire.Setting, instances []sp.Instance, training bool, b sp.Budget) *Access {
	a := &Access{
		token: rand.Text(), instances: instances, training: training,
		seconds: b.Seconds, started: time.Now(),
	}
	a.limit, a.calls = b.Limits(len(instances))
	a.Map, a.bad = feature.New(s.Map.Name, s.Map.Args, feature.Dims{K: s.K, Node: s.NodeWidth, Edge: s.EdgeWidth})
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

// check says whether the queries are allowed.
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

// admit counts one call in advance, if it may be made, and the visit that it begins
// unless it goes on with that of the call before.
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
	return *kind.Count(&a.counts) >= *kind.Count(&a.limit) || !goesOn && a.counts.Visits >= a.limit.Visits || a.counts.Calls() >= a.calls
}

// late reports whether the seconds of the budget are over.
func (a *Access) late() bool {
	return a.seconds > 0 && time.Since(a.started).Seconds() >= a.seconds
}

// failed takes back a call that was admitted and has no answer.
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

// spent returns the calls so far, and whether one was refused.
func (a *Access) Spent() (c sp.Counts, refused bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.counts, a.refused
}

// used reports whether the harness was asked for any call.
func (a *Access) Used() bool {
	counts, refused := a.Spent()
	return refused || counts.Calls() > 0
}

// end refuses all further queries.
func (a *Access) End() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
}

// Resume counts the oracle calls and visits of the fit that this call resumes.
func (a *Access) Resume(c sp.Counts) { a.counts = c }

// Drew reports whether an oracle has drawn random numbers.
func (a *Access) Drew() bool { return a.pool.Drew() }

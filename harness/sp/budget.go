package sp

import (
	"errors"
	"fmt"
	"math"
)

// Counts are what a fit spent, in units that do not depend on the machine.
//
// A visit is one instance worked on: evaluated, stepped along, imputed. A call is
// one oracle call, of a kind; a visit may make none or many. A sweep is one update
// of every variable of an instance outside of the oracles. A pass is as many visits
// as there are instances to learn from. A budget and a schedule count all instances of the task:
// they are the same for all learners. Records and tables count only the instances learned from: see
// [Checkpoint.LearnedFrom].
type Counts struct {
	Visits    int64 `json:"visits"`
	Sweeps    int64 `json:"sweeps,omitempty"`
	MAP       int64 `json:"map"`
	Marginals int64 `json:"marginals"`
	Clamped   int64 `json:"clamped"`

	Conditional int64 `json:"conditional,omitempty"`
}

// Calls returns the number of oracle calls of all kinds.
func (c Counts) Calls() int64 { return c.MAP + c.Marginals + c.Clamped + c.Conditional }

// Covers reports whether no count of c is below that of b: counts only add up.
func (c Counts) Covers(b Counts) bool {
	return c.Visits >= b.Visits && c.Sweeps >= b.Sweeps &&
		c.MAP >= b.MAP && c.Marginals >= b.Marginals && c.Clamped >= b.Clamped && c.Conditional >= b.Conditional
}

// How a fit ends without failing. It returns nil where its method came to its end: it met its
// tolerance. Otherwise it returns one of these errors after a last checkpoint, as it is or wrapped.
var (
	// ErrBudget is what a solver, Visit and Sweep return instead of exceeding the budget.
	ErrBudget = errors.New("sp: budget used up")
	// ErrLimit says that the learner ended at a limit of its own, such as its passes.
	ErrLimit = errors.New("sp: the learner's own limit")
	// ErrStalled is an ErrLimit: no step made progress, and the tolerance was not met.
	ErrStalled = fmt.Errorf("sp: no more progress above the tolerance: %w", ErrLimit)
)

// An End is why a fit ended that did not fail.
type End string

// Ends of a fit.
const (
	// Converged: the gap to a lower bound is within the learner's tolerance.
	Converged End = "converged"
	// Stalled: no step made progress while the gap was above the tolerance.
	Stalled End = "stalled"
	// StoppedChanging: the method came to its end, and nothing certifies a bound.
	StoppedChanging End = "stopped changing"
	EndedByLimit    End = "limit"  // of the learner's own
	EndedByBudget   End = "budget" // which refused a visit, a call or a sweep
	EndedByTime     End = "time"   // the harness stopped it; its last checkpoint counts
)

// A Budget ends a fit at whichever bound is met first; 0 means no bound.
type Budget struct {
	Passes      float64 `json:"passes,omitempty"`      // visits / training instances, with unknown labels or not
	Visits      int64   `json:"visits,omitempty"`      // instances worked on
	Sweeps      int64   `json:"sweeps,omitempty"`      // updates of every variable of an instance outside of the oracles
	Calls       int64   `json:"calls,omitempty"`       // oracle calls of all kinds
	MAP         int64   `json:"map,omitempty"`         // oracle calls of that kind
	Marginals   int64   `json:"marginals,omitempty"`   //
	Clamped     int64   `json:"clamped,omitempty"`     //
	Conditional int64   `json:"conditional,omitempty"` //
	CPUSeconds  float64 `json:"cpu_seconds,omitempty"` // of all threads of the learner's process; not reproducible
	Seconds     float64 `json:"seconds,omitempty"`     // wall time; not reproducible
}

// Limits returns the most that the budget allows of each count for n training
// instances, and of calls of all kinds; math.MaxInt64 where it bounds nothing.
func (b Budget) Limits(n int) (each Counts, calls int64) {
	limit := func(v int64) int64 {
		if v > 0 {
			return v
		}
		return math.MaxInt64
	}
	each = Counts{
		Visits: limit(b.Visits), Sweeps: limit(b.Sweeps),
		MAP: limit(b.MAP), Marginals: limit(b.Marginals), Clamped: limit(b.Clamped), Conditional: limit(b.Conditional),
	}
	if b.Passes > 0 {
		// The last whole visit; the margin is for products such as 0.29·100.
		if visits := math.Floor(b.Passes*float64(n)*(1+1e-12) + 1e-9); visits < float64(each.Visits) {
			each.Visits = int64(visits)
		}
	}
	return each, limit(b.Calls)
}

// Binds reports whether a fit that goes on spending what step counts meets the
// budget in the end. A learner without a limit of its own asks, lest it run for ever.
func (b Budget) Binds(step Counts) bool {
	return b.Seconds > 0 || b.CPUSeconds > 0 ||
		step.Visits > 0 && (b.Passes > 0 || b.Visits > 0) ||
		step.Sweeps > 0 && b.Sweeps > 0 || step.Calls() > 0 && b.Calls > 0 ||
		step.MAP > 0 && b.MAP > 0 || step.Marginals > 0 && b.Marginals > 0 || step.Clamped > 0 && b.Clamped > 0 ||
		step.Conditional > 0 && b.Conditional > 0
}

// Check reports a bound that is negative or not a number.
func (b Budget) Check() error {
	for _, v := range [...]float64{
		b.Passes, float64(b.Visits), float64(b.Sweeps), float64(b.Calls), float64(b.MAP), float64(b.Marginals), float64(b.Clamped), float64(b.Conditional),
		b.CPUSeconds, b.Seconds,
	} {
		if !(v >= 0) {
			return errors.New("sp: a bound of the budget is negative or not a number")
		}
	}
	return nil
}

package sp

import (
	"errors"
	"fmt"
	"math"
)

// Counts are the cost of a fit, in units independent of the machine.
//
// A visit is one instance worked on: evaluated, stepped along, imputed. A call is one oracle
// call of some kind; a visit may make none or many. A sweep is one update of every variable of
// an instance outside of the oracles. A pass is as many visits as there are instances to learn
// from.
//
// A budget and a schedule count all instances of the task: they are the same for all learners.
// Records and tables count only the instances learned from: see [Checkpoint.LearnedFrom].
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

// Covers reports whether every count of c is at least that of b. Counts never decrease, so a
// later state of a fit covers an earlier one.
func (c Counts) Covers(b Counts) bool {
	return c.Visits >= b.Visits && c.Sweeps >= b.Sweeps &&
		c.MAP >= b.MAP && c.Marginals >= b.Marginals && c.Clamped >= b.Clamped &&
		c.Conditional >= b.Conditional
}

// The errors that end a fit without failing it. A fit returns nil if its method met its
// tolerance. Otherwise it makes a last checkpoint and returns one of these errors, wrapped or
// not.
var (
	// ErrBudget is returned by a solver, Visit and Sweep instead of exceeding the budget.
	ErrBudget = errors.New("sp: budget used up")
	// ErrLimit means: the learner reached a limit of its own, such as its number of passes.
	ErrLimit = errors.New("sp: the learner's own limit")
	// ErrStalled is an ErrLimit: no step made progress, and the tolerance was not met.
	ErrStalled = fmt.Errorf("sp: no more progress above the tolerance: %w", ErrLimit)
)

// An End is the reason why a successful fit ended.
type End string

// Ends of a fit.
const (
	// Converged: the gap to a lower bound is within the learner's tolerance.
	Converged End = "converged"
	// Stalled: no step made progress while the gap was above the tolerance.
	Stalled End = "stalled"
	// StoppedChanging: the method met its tolerance, but nothing certifies a bound.
	StoppedChanging End = "stopped changing"
	EndedByLimit    End = "limit"  // a limit of the learner's own
	EndedByBudget   End = "budget" // the budget refused a visit, a call or a sweep
	EndedByTime     End = "time"   // the harness stopped it; its last checkpoint counts
)

// A Budget ends a fit when the first of its limits is reached; 0 means no limit.
type Budget struct {
	// visits / training instances, including those with unknown labels
	Passes float64 `json:"passes,omitempty"`
	Visits int64   `json:"visits,omitempty"` // instances worked on
	// updates of every variable of an instance outside of the oracles
	Sweeps      int64 `json:"sweeps,omitempty"`
	Calls       int64 `json:"calls,omitempty"`       // oracle calls of all kinds
	MAP         int64 `json:"map,omitempty"`         // oracle calls of one kind
	Marginals   int64 `json:"marginals,omitempty"`   //
	Clamped     int64 `json:"clamped,omitempty"`     //
	Conditional int64 `json:"conditional,omitempty"` //
	// of all threads of the learner's process; not reproducible
	CPUSeconds float64 `json:"cpu_seconds,omitempty"`
	Seconds    float64 `json:"seconds,omitempty"` // wall time; not reproducible
}

// Limits returns the largest value of each count within the budget for n training instances,
// and of calls of all kinds; math.MaxInt64 means no limit.
func (b Budget) Limits(n int) (each Counts, calls int64) {
	limit := func(v int64) int64 {
		if v > 0 {
			return v
		}
		return math.MaxInt64
	}
	each = Counts{
		Visits: limit(b.Visits), Sweeps: limit(b.Sweeps),
		MAP: limit(b.MAP), Marginals: limit(b.Marginals), Clamped: limit(b.Clamped),
		Conditional: limit(b.Conditional),
	}
	if b.Passes > 0 {
		// The last whole visit; the margin is for products such as 0.29·100.
		if visits := math.Floor(b.Passes*float64(n)*(1+1e-12) + 1e-9); visits < float64(each.Visits) {
			each.Visits = int64(visits)
		}
	}
	return each, limit(b.Calls)
}

// Binds reports whether a fit with the cost step per iteration reaches the budget some time. A
// learner without a limit of its own must ask, or it may run for ever.
func (b Budget) Binds(step Counts) bool {
	return b.Seconds > 0 || b.CPUSeconds > 0 ||
		step.Visits > 0 && (b.Passes > 0 || b.Visits > 0) ||
		step.Sweeps > 0 && b.Sweeps > 0 || step.Calls() > 0 && b.Calls > 0 ||
		step.MAP > 0 && b.MAP > 0 || step.Marginals > 0 && b.Marginals > 0 || step.Clamped > 0 &&
		b.Clamped > 0 ||
		step.Conditional > 0 && b.Conditional > 0
}

// Check returns an error if a limit is negative or not a number.
func (b Budget) Check() error {
	for _, v := range [...]float64{
		b.Passes, float64(b.Visits), float64(b.Sweeps), float64(b.Calls), float64(b.MAP),
		float64(b.Marginals), float64(b.Clamped), float64(b.Conditional),
		b.CPUSeconds, b.Seconds,
	} {
		if !(v >= 0) {
			return errors.New("sp: a bound of the budget is negative or not a number")
		}
	}
	return nil
}

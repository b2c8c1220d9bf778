package sp

import (
	"errors"
	"fmt"
	"maps"
)

// A Task is everything a learner is given. It does not contain the labels used for scoring.
type Task struct {
	Train   []Instance // fully labelled
	Partial []Instance // with Unknown labels; a supervised learner ignores them
	Map     FeatureMap
	Loss    Loss // the loss to learn for (the margin loss of a max-margin learner)
	Budget  Budget
	Seed    uint64
	Names   *Names // nil: the learner did not ask for texts (Texts of learner.Info)
	// Solver returns a solver for x and is the only source of solvers: they count their calls
	// and stop at the budget. A solver is valid until the next call of Solver. Each is a
	// [Conditioner].
	//
	// Calling Solver is free. The first oracle call after it begins a visit of x; all further
	// calls of that solver belong to this visit. If no oracle can handle x, the errors of MAP
	// and Marginals wrap errors.ErrUnsupported.
	Solver func(x *Instance) (Solver, error)
	// Summable returns nil if the solvers of these instances have marginals. Otherwise the
	// error wraps errors.ErrUnsupported and names an instance without: the error of Marginals,
	// before the first call.
	Summable func(list []Instance) error
	// Visit announces work on one instance without an oracle call, as for its pseudolikelihood.
	// After ErrBudget the work must not take place.
	Visit func() error
	// Sweep announces one update of every variable of an instance, by a sampler or a local
	// search of the learner's own. After ErrBudget the sweep must not take place. A sweep
	// belongs to a visit, and does not count as one.
	Sweep func() error
	// Threads implements Batch if the fit may use several threads; nil: it may use one.
	Threads func(w Worker) (run func(n int) error)
	Steps
}

// A Worker returns two functions for the items of a [Task.Batch], with buffers of their own and
// solvers from t, which has no Steps. do computes an item, and take adds its result to the fit.
// There are several such pairs. Each takes an item before it computes its next one.
//
// Items are taken in order, one at a time, on any thread. The first error in order ends the
// batch. do begins a visit for each item, and no two items share an instance. The result of do
// must not depend on other items. do changes nothing but its buffers, because an item may be
// computed again if the budget may end in it.
type Worker func(t *Task) (do, take func(i int) error)

// Batch returns a function that does items 0 to n-1 on as many threads as the fit may use.
// Bits, counts, errors and the end by a budget are the same as on one thread.
func (t *Task) Batch(w Worker) (run func(n int) error) {
	if t.Threads != nil {
		return t.Threads(w)
	}
	alone := *t
	alone.Steps = Steps{}
	do, take := w(&alone)
	return func(n int) error {
		for i := range n {
			if err := do(i); err != nil {
				return err
			}
			if err := take(i); err != nil {
				return err
			}
		}
		return nil
	}
}

// Steps are services to a fit between two steps. The Recorder of package learner uses them.
type Steps struct {
	// Save hands over the state of the fit if the harness wants one now; otherwise it does not
	// call state. Call it between two steps, before a checkpoint due there. nil: no states are
	// wanted. Resume is an earlier result of state.
	Save func(state func() ([]byte, error)) error
	// Resume is the saved state to resume from; nil: the fit begins.
	Resume []byte
	// Due reports whether the recording schedule wants a checkpoint now. The schedule counts
	// visits.
	Due func() bool
}

// N returns the number of training instances, labelled or not: one pass of a budget has N
// visits.
func (t *Task) N() int { return len(t.Train) + len(t.Partial) }

// Weight returns Σᵢaᵢ of the labelled instances. O(instances).
func (t *Task) Weight() float64 {
	total := 0.0
	for i := range t.Train {
		total += t.Train[i].Weight
	}
	return total
}

// HaveCosts returns nil if all instances have costs, and no factors. Otherwise the error wraps
// errors.ErrUnsupported. A learner from costs calls it before it begins. O(instances).
func HaveCosts(list []Instance) error {
	for i := range list {
		if err := list[i].Factors.Unsupported("learning from costs"); err != nil {
			return err
		}
		if list[i].Costs == nil {
			return fmt.Errorf("instance %q has no known costs: %w", list[i].ID, errors.ErrUnsupported)
		}
	}
	return nil
}

// A Checkpoint is a state of a fit to make predictions from.
type Checkpoint struct {
	Weights []float64          // copied by the receiver
	Values  map[string]float64 // values the algorithm has for free, such as "objective", "bound"
	// Objective is the function Weights are meant to minimise; nil: nothing can be audited.
	Objective *Objective
	// Dual returns the dual variables certifying the bound: a distribution over labelings for
	// each instance of Task.Train; nil: no certificate. The harness calls it once, for the last
	// checkpoint and after Fit has returned.
	Dual func() [][]Atom
}

// LearnedFrom records in Values that the weights are learned from n instances of t. It records
// nothing if n is all of them.
func (c *Checkpoint) LearnedFrom(n int, t *Task) {
	if n == t.N() {
		return
	}
	values := map[string]float64{ValueInstances: float64(n)}
	maps.Copy(values, c.Values)
	c.Values = values
}

// Names of checkpoint values with a meaning to the harness. It audits the first two, reports
// the others below tables, and counts passes by ValueInstances.
const (
	ValueObjective = "objective" // F(w) of the emitted weights
	ValueBound     = "bound"     // a lower bound on min F
	// ValueMissedMaxima counts the visits without a step because the approximate oracle missed
	// the maximum: its labeling scored less than the current weights imply, and no earlier
	// labeling was better.
	ValueMissedMaxima = "missed-maxima"
	// ValueInstances is the number of the task's instances the weights are learned from, if it
	// is not all: see [Checkpoint.LearnedFrom].
	ValueInstances = "instances"
	// ValueGapEstimate is a sum of gaps of single instances, each from its last oracle call.
	ValueGapEstimate = "gap-estimate"
)

// An Objective names the convex function a learner minimises, so that the harness can evaluate
// it with its own oracle.
type Objective struct {
	// Kind is one of those below. The harness does not audit other kinds.
	Kind   string  `json:"kind"`
	Lambda float64 `json:"lambda"`
}

// Kinds of [Objective] that the harness evaluates.
const (
	ObjectiveLikelihood = "likelihood" // ℓ = log Z(x) − score(gold)
	// ℓ = max_y [Loss(gold,y) + score(y)] − score(gold), Loss the task's
	ObjectiveHinge = "hinge"

	// ℓ = −Σ_d log p(gold_d | gold of its neighbours, x)
	ObjectivePseudolikelihood = "pseudolikelihood"
	// ℓ = −Σ log p(gold) over variables and edges, each normalised by itself
	ObjectivePiecewise = "piecewise"
	ObjectiveUnary     = "unary" // ℓ = −Σ_d log p(gold_d | x), without the edges
	// ℓ = ε·log Σ_y exp((score(y) + margin·Loss(gold,y))/ε) − score(gold): a format of ε and margin
	ObjectiveSoftmaxMargin = "softmax-margin(epsilon=%v margin=%v)"
	// ℓ = ½·Σ_d Σ_k (score_d(k) + cost_d(k))², without the edges
	ObjectiveLeastSquares = "least-squares"
	// λ₁·‖w‖₁ is added to F: a format of a kind and λ₁. λ may then be 0.
	ObjectiveL1 = "%s + %v·‖w‖₁"
)

// An Atom is one labeling of a distribution with few of them.
type Atom struct {
	Weight float64
	Labels []int32
}

// A Prediction is a learner's answer for one instance.
type Prediction struct {
	Labels   []int32   // n
	Marginal []float64 // n×K or nil
	Atoms    []Atom    // a randomised prediction: weights sum to one; or nil
	// NotConverged reports that the iteration behind the prediction did not converge: it stopped
	// at a limit of its own, such as a number of sweeps.
	NotConverged bool
	// LogZ is log Σ_y exp(score(y)), a bound on it, or an estimate. It counts only if Summed is set.
	LogZ   float64
	Summed bool
}

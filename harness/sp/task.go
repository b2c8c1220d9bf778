package sp

import "maps"

// A Task is everything a learner is given. Labels that it will be scored on are
// not in it.
type Task struct {
	Train   []Instance // fully labelled
	Partial []Instance // with Unknown labels; a supervised learner ignores them
	Map     FeatureMap
	Loss    Loss // the loss to learn for (the margin loss of a max-margin learner)
	Budget  Budget
	Seed    uint64
	// Solver returns a solver for x and is the only source of solvers: they
	// count their calls and stop at the budget. A solver is valid until the
	// next call of Solver. To ask is free; the first oracle call after it is a
	// visit of x, to which all further calls of that solver belong. Where no
	// oracle can handle x, the errors of MAP and Marginals wrap errors.ErrUnsupported.
	// Each solver is a [Conditioner].
	Solver func(x *Instance) (Solver, error)
	// Summable returns nil where the solvers of these instances have marginals. Else
	// the error wraps errors.ErrUnsupported and says which instance has none: what
	// Marginals would say, before the first call.
	Summable func(list []Instance) error
	// Visit announces that one instance is worked on without an oracle call, as
	// for its pseudolikelihood; after ErrBudget the work must not take place.
	Visit func() error
	// Sweep announces that every variable of an instance is updated once, by a
	// sampler or a local search of the learner's own; after ErrBudget the sweep must
	// not take place. A sweep belongs to a visit, and is none itself.
	Sweep func() error
	// Threads is what Batch does where the fit may use several threads; nil: it may use one.
	Threads func(w Worker) (run func(n int) error)
	Steps
}

// A Worker returns functions that do and take the items of a [Task.Batch], with buffers of their
// own and solvers from t, which has no Steps. There are several pairs of them. Each takes an item
// before it does its next one: do finds something, and take adds that to the fit.
//
// Items are taken in order, one at a time, on any thread. The first error in order ends the
// batch. do begins a visit for each item, and no two items are of one instance. What do finds must
// not depend on other items. It changes nothing but its buffers: an item in which a budget may
// end is done again.
type Worker func(t *Task) (do, take func(i int) error)

// Batch returns a function that does items 0 to n-1 on as many threads as the fit may use, with
// the bits, counts, errors and end by a budget of one thread.
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

// Steps is what a fit may use between two steps. The Recorder of package learner does.
type Steps struct {
	// Save hands over the state of the fit if it is wanted now; only then it asks for it. Between two steps, before a
	// checkpoint that is due there. nil: states are not wanted. Resume is what state returned.
	Save func(state func() ([]byte, error)) error
	// Resume is the state to go on from; nil: the fit begins.
	Resume []byte
	// Watch makes values what a person who watches the fit is told of it, beside its counts: what the algorithm has for
	// free, by the names of checkpoint values. It is asked rarely, between two visits. nil: nobody watches.
	Watch func(values func() map[string]float64)
	// Due reports whether the recording schedule, which goes by visits, wants a
	// checkpoint now.
	Due func() bool
}

// N returns the number of training instances, labelled or not: the visits of a pass of a budget.
func (t *Task) N() int { return len(t.Train) + len(t.Partial) }

// Weight returns Σᵢaᵢ of the labelled instances. O(instances).
func (t *Task) Weight() float64 {
	total := 0.0
	for i := range t.Train {
		total += t.Train[i].Weight
	}
	return total
}

// A Checkpoint is the state of a fit that predictions could be made from.
type Checkpoint struct {
	Weights []float64          // copied by the receiver
	Values  map[string]float64 // what the algorithm has for free, such as "objective", "bound"
	// Objective is what Weights claim to minimise; nil: nothing that could be audited.
	Objective *Objective
	// Dual returns the dual variables that certify the bound, for each instance of
	// Task.Train a distribution over labelings; nil: no certificate. It is asked for
	// once, of the last checkpoint and after Fit has returned.
	Dual func() [][]Atom
}

// LearnedFrom records in Values the number n of instances of t the weights are learned from. It
// records nothing if n is all of them.
func (c *Checkpoint) LearnedFrom(n int, t *Task) {
	if n == t.N() {
		return
	}
	values := map[string]float64{ValueInstances: float64(n)}
	maps.Copy(values, c.Values)
	c.Values = values
}

// Names of checkpoint values that the harness understands: the first two it audits, the
// others it speaks of under tables. By ValueInstances it counts passes.
const (
	ValueObjective = "objective" // F(w) of the emitted weights
	ValueBound     = "bound"     // a lower bound on min F
	// ValueMissedMaxima counts the visits that made no step, as an approximate oracle found
	// less than the weights stand for, and nothing that was found before was better.
	ValueMissedMaxima = "missed-maxima"
	// ValueInstances is the number of the task's instances the weights are learned from, where
	// it is not all: see [Checkpoint.LearnedFrom].
	ValueInstances = "instances"
	// ValueGapEstimate is a sum of gaps of single instances, each at the last oracle call for it.
	ValueGapEstimate = "gap-estimate"
)

// An Objective names the convex function that a learner's weights claim to
// minimise, so that the harness can evaluate it with its own oracle.
type Objective struct {
	Kind   string  `json:"kind"` // one of those below, or a name that the harness does not know and then does not audit
	Lambda float64 `json:"lambda"`
}

// Kinds of [Objective] that the harness evaluates.
const (
	ObjectiveLikelihood = "likelihood" // ℓ = log Z(x) − score(gold)
	ObjectiveHinge      = "hinge"      // ℓ = max_y [Loss(gold,y) + score(y)] − score(gold), Loss the task's

	ObjectivePseudolikelihood = "pseudolikelihood" // ℓ = −Σ_d log p(gold_d | gold of its neighbours, x)
	ObjectivePiecewise        = "piecewise"        // ℓ = −Σ log p(gold) over variables and edges, each normalised by itself
	ObjectiveUnary            = "unary"            // ℓ = −Σ_d log p(gold_d | x), the edges taken out
)

// An Atom is one labeling of a distribution with few of them.
type Atom struct {
	Weight float64
	Labels []int32
}

// A Prediction is what a learner says about one instance.
type Prediction struct {
	Labels   []int32   // n
	Marginal []float64 // n×K or nil
	Variance []float64 // n×K, of the estimates in Marginal, or nil
	Atoms    []Atom    // a randomised prediction: weights sum to one; or nil
	// Unsettled says that the iteration which made it was stopped at a limit of its own, such as a number of sweeps,
	// before it stood still.
	Unsettled bool
}

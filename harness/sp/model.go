package sp

// A FeatureMap is the linear model ⟨w, φ(x,y)⟩. It is immutable and safe for
// concurrent use. Law: dot(w, φ(x,y)) equals Score(Potentials(w,x), y) for all
// w, x and y; AddMean is the same sum with probabilities in place of indicators.
type FeatureMap interface {
	// Dim returns the number of weights.
	Dim() int
	// NonNegative returns the coordinates, ascending, constrained to be >= 0 in every learner:
	// the Potts strengths of a model with the constraint of submodularity.
	NonNegative() []int
	// Potentials fills p with the scores of x under w. p does not alias w.
	Potentials(p *Potentials, w []float64, x *Instance)
	// Add adds a·φ(x,y) to dst for a complete labeling y.
	Add(dst []float64, a float64, x *Instance, y []int32)
	// AddDifferences adds Σ_y β(y)·(φ(x,y) − φ(x,z)) to dst, at the cost of the differences. flat
	// has the labelings y, n labels each, and weights their β.
	AddDifferences(dst []float64, x *Instance, weights []float64, flat, z []int32)
	// AddMean adds a·E_mu[φ(x,·)] to dst. The entries of mu may be any numbers.
	AddMean(dst []float64, a float64, x *Instance, mu *Marginals)
	// Support appends the coordinates φ(x,·) can touch, as ascending disjoint half-open ranges
	// lo, hi, lo, hi, …: with them, a step on one instance costs its own size instead of Dim.
	Support(ranges []int32, x *Instance) []int32
}

// An Independent is a FeatureMap that may have no pair scores at all.
type Independent interface {
	FeatureMap
	// Independent reports whether all pair scores are 0 under any weights. Then the variables
	// are independent for any edges.
	Independent() bool
}

// A Loss says how bad labeling y is if ref is right. Law: Value(x,y,y) == 0 and Value >= 0.
// Variables whose ref is Unknown do not count. Immutable and safe for concurrent use.
type Loss interface {
	Value(x *Instance, ref, y []int32) float64
}

// A NodeLoss is a loss that sums over variables: Value(x,ref,y) == Σ_d cost_d(y_d). An oracle
// can therefore add it to its node scores (loss augmentation).
type NodeLoss interface {
	Loss
	// Costs fills dst (n×K) with the cost of predicting k at each variable, expected under the
	// label probabilities q (n×K); nil q means x.Gold.
	Costs(dst []float64, x *Instance, q []float64)
	// Weights fills dst (n×K) with q_d(k)·θ_d(k), the weight of true label k.
	Weights(dst []float64, x *Instance, q []float64)
}

// A Solver answers oracle calls on one graph. It may keep flows, trees and buffers between
// calls and is not safe for concurrent use. It never changes its potentials and keeps none of
// its arguments, except for a [Clamper]: it reads the potentials of its last MAP again.
type Solver interface {
	// MAP fills y (n) with a labeling of maximal score and returns that score.
	MAP(y []int32, p *Potentials) (score float64, err error)
	// Marginals fills mu (nil: nothing) and returns log Σ_y exp(score(y)). The error wraps
	// errors.ErrUnsupported if the sum is intractable.
	Marginals(mu *Marginals, p *Potentials) (logZ float64, err error)
}

// A Clamper is a Solver with a fast way to repeat its last MAP with one label fixed.
type Clamper interface {
	// Clamped returns the maximal score among labelings with label k at variable d, and fills y
	// (n; nil: score only) with its argmax. It uses the potentials of the last MAP call, and
	// they must be unchanged since.
	Clamped(y []int32, d int, k int32) (score float64, err error)
	// Moves appends the differences between the argmax of the last Clamped and that of the MAP,
	// by variable. On a large graph this is cheaper than comparing all labels. After an error
	// of Clamped, and after a MAP, there are none. O(appended moves).
	Moves(list []Move) []Move
}

// A Move gives a variable another label.
type Move struct{ Variable, Label int32 }

// A Conditioner is a Solver that sums over the labels of some variables given all other labels.
// On any graph this is easy once the summed variables form a forest. All solvers of a Task are
// Conditioners.
type Conditioner interface {
	// Conditional returns log Σ exp(score(y)) over the labelings equal to y (n) outside of f;
	// inside, y is not read. The score is that of the whole labeling. f is a forest of the
	// graph of p.
	//
	// It fills mu (nil: nothing) with the probabilities of these labelings, and indicators of y
	// outside of f. NodeOnly and Pooled of mu mean the same as for Marginals.
	Conditional(mu *Marginals, p *Potentials, f *Forest, y []int32) (logZ float64, err error)
}

// An Approximator is a Solver whose MAP may miss the maximum, and whose Marginals, if it has
// any, may be inaccurate. The labeling it returns has the score it returns, but another may
// have a larger one. An objective that takes maxima over labelings is then underestimated, and
// bounds derived from maxima do not hold. No exact solver implements it. Given other labels,
// its sums over a forest are exact ([Conditioner]).
type Approximator interface {
	Solver
	// Approximate names the algorithm.
	Approximate() string
}

// A Settler is an iterative Solver.
type Settler interface {
	// Unsettled counts the calls without convergence.
	Unsettled() uint64
}

// A Recaller is a Solver that counts MAP calls.
type Recaller interface {
	// Recall counts a MAP call under p that the caller can answer by itself, from earlier ones.
	// After ErrBudget the answer must not be used.
	Recall(p *Potentials) error
}

// A Forgetter is a Solver that carries flows over from one MAP to the next. No answer depends
// on them; Forget is only for measuring how much time they save.
type Forgetter interface {
	// Forget makes the next MAP start from nothing. Buffers, and data derived from the graph
	// alone, are kept.
	Forget()
}

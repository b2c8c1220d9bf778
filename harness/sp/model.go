package sp

// A FeatureMap is the linear model ⟨w, φ(x,y)⟩. It is immutable and safe for
// concurrent use. Law: dot(w, φ(x,y)) equals Score(Potentials(w,x), y) for all
// w, x and y; AddMean is the same sum with probabilities in place of indicators.
type FeatureMap interface {
	// Dim returns the number of weights.
	Dim() int
	// NonNegative returns the coordinates, ascending, that every learner must
	// keep >= 0: the Potts strengths of a model that stays submodular.
	NonNegative() []int
	// Potentials fills p with the scores of x under w. p does not alias w.
	Potentials(p *Potentials, w []float64, x *Instance)
	// Add adds a·φ(x,y) to dst for a complete labeling y.
	Add(dst []float64, a float64, x *Instance, y []int32)
	// AddMean adds a·E_mu[φ(x,·)] to dst. The entries of mu may be any numbers.
	AddMean(dst []float64, a float64, x *Instance, mu *Marginals)
	// Support appends the coordinates that φ(x,·) can touch, as ascending
	// disjoint half-open ranges lo, hi, lo, hi, …: what makes a step on one
	// instance cost its own size instead of Dim.
	Support(ranges []int32, x *Instance) []int32
}

// An Independent is a FeatureMap that may have no pair scores at all.
type Independent interface {
	FeatureMap
	// Independent reports whether all pair scores are 0 under any weights, so
	// that the variables are independent whatever the edges.
	Independent() bool
}

// A Loss says how bad labeling y is where ref is right. Law: Value(x,y,y) == 0
// and Value >= 0. Variables whose ref is Unknown do not count. Immutable and
// safe for concurrent use.
type Loss interface {
	Value(x *Instance, ref, y []int32) float64
}

// A NodeLoss is a loss that sums over variables, so that an oracle can be
// augmented by it: Value(x,ref,y) == Σ_d cost_d(y_d).
type NodeLoss interface {
	Loss
	// Costs fills dst (n×K) with the cost of predicting k at each variable,
	// expected under the label probabilities q (n×K); nil q means x.Gold.
	Costs(dst []float64, x *Instance, q []float64)
	// Weights fills dst (n×K) with q_d(k)·θ_d(k), the weight of true label k.
	Weights(dst []float64, x *Instance, q []float64)
}

// A Solver answers oracle calls on one graph. It may keep flows, trees and
// buffers between calls and is not safe for concurrent use. It never changes its
// potentials and keeps none of its arguments, except that a [Clamper] reads the
// potentials of its last MAP again.
type Solver interface {
	// MAP fills y (n) with a labeling of maximal score and returns that score.
	MAP(y []int32, p *Potentials) (score float64, err error)
	// Marginals fills mu (nil: nothing) and returns log Σ_y exp(score(y)). The
	// error wraps errors.ErrUnsupported where that is intractable.
	Marginals(mu *Marginals, p *Potentials) (logZ float64, err error)
}

// A Clamper is a Solver that reuses its last MAP for constrained ones.
type Clamper interface {
	// Clamped returns the maximal score, under the potentials of the last MAP
	// call and which must be unchanged since, among labelings that give
	// variable d label k, and fills y (n; nil: score only) with its argmax.
	Clamped(y []int32, d int, k int32) (score float64, err error)
	// Moves appends to list how the argmax of the last Clamped differs from that of
	// the MAP, by variable: what a change of few variables costs on a large graph.
	// After an error of Clamped, and after a MAP, there are none. O(what it appends).
	Moves(list []Move) []Move
}

// A Move gives a variable another label.
type Move struct{ Variable, Label int32 }

// A Conditioner is a Solver that sums over the labels of some variables given those of
// all others: what is left of any graph, once its cycles are cut, is easy. Those that a
// Task hands out are Conditioners.
type Conditioner interface {
	// Conditional returns log Σ exp(score(y)) over the labelings that agree with y (n)
	// outside of f; inside, y is not read. The score is that of the whole labeling. It
	// fills mu (nil: nothing) with the probabilities of these labelings, indicators
	// of y outside of f; its NodeOnly and Pooled mean what they do to Marginals. f is
	// a forest of the graph of p.
	Conditional(mu *Marginals, p *Potentials, f *Forest, y []int32) (logZ float64, err error)
}

// An Approximator is a Solver whose MAP may miss the maximum, and whose Marginals, if it
// has any, may be off: the labeling it returns has the score it returns, but another may
// have a larger one. What follows from a maximum does not hold with it: an objective that
// takes maxima over labelings is underestimated. Nothing exact implements it. Given other
// labels, its sums over a forest are exact ([Conditioner]).
type Approximator interface {
	Solver
	// Approximate names the algorithm.
	Approximate() string
}

// A Forgetter is a Solver that carries flows from one MAP over to the next. No
// answer depends on that; only who measures what it saves has a use for Forget.
type Forgetter interface {
	// Forget makes the next MAP start from nothing; buffers and what follows
	// from the graph alone are kept.
	Forget()
}

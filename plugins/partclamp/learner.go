// Package partclamp is the learner of Part & Clamp (Pletscher & Ong 2010): conditional random
// fields on graphs of any width, trained by a lower bound on log Z. The variables are divided into
// a forest A, summed over exactly, and the rest B, clamped to a few states: the gold state and
// those with the largest sums under the weights so far. Further states tighten the bound during
// training, in rounds of L-BFGS or example by example. For comparison it also offers composite
// likelihood over the same forests, pseudolikelihood and contrastive divergence.
//
// The poster warns about posteriors of large entropy, and there the method does harm. With the
// first states the weights are further from maximum likelihood than with the gold state alone,
// until a good share of all states is included (TestDistanceFallsWithTheBudget). On a wide graph
// that is out of reach.
//
// The sum over A given a state is one oracle call, Conditional. A state of B is found by one MAP
// call, or by messages of the learner itself, counted as sweeps.
//
// Start with [PartClamp]: its fields are the parameters, and [PartClamp.Fit] trains. batch.go and
// online.go hold the two modes, tighten.go and frontier.go the search for states.
package partclamp

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "partclamp",
		Doc: "Part & Clamp: conditional random fields on any graph by lower bounds on log Z, " +
			"from forests and clamped states.",
		Source: "P. Pletscher and C. S. Ong: Part & Clamp: Efficient Structured Decoder " +
			"Learning, poster, 2010",

		Resumable:     "mode=" + modeOnline,
		Probabilities: learner.Always,
	}, newLearner
}

func newLearner() learner.Learner {
	return &PartClamp{
		Objective: objectiveBound, Mode: modeBatch, Lambda: 0.01, Bound: boundGeometric,
		Partitions: 4, Growth: "breadth-first",
		States: 4, Clamp: clampMAP, Tolerance: 1e-5, Sweeps: 20, Eta: 1, Shift: 1000, K: 1,
		Encoder: encoder.Defaults(),
	}
}

// Package partclamp is the learner of Part & Clamp (Pletscher & Ong 2010): conditional
// random fields on graphs of any width, trained by a lower bound on log Z. The
// variables are divided in a forest A, which is summed over exactly, and the rest B,
// which is clamped to a few states: the gold one and those that matter most under the
// weights so far. The bound is tightened by further states as the weights are learned,
// in rounds of L-BFGS or example by example. Composite likelihood over the same forests,
// pseudolikelihood and contrastive divergence are objectives too, to compare with.
//
// The poster does not expect this to work well where the posterior has a large entropy, and it
// does harm there: with the first states the weights are further from those of maximum likelihood
// than with the gold state alone, until a good share of all states is in
// (TestDistanceFallsWithTheBudget), which on a wide graph is out of reach.
//
// The sum over A given a state is one oracle call, Conditional; a state of B is found by
// one MAP call, or by messages that the learner passes itself, which are sweeps.
package partclamp

import "github.com/spbench/spbench/harness/learner"

// Learner returns the description of the learner, and a function that makes one with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name:   "partclamp",
		Doc:    "Part & Clamp: conditional random fields on any graph by lower bounds on log Z, from forests and clamped states.",
		Source: "P. Pletscher and C. S. Ong: Part & Clamp: Efficient Structured Decoder Learning, poster, 2010",

		Resumable: "mode=" + modeOnline,
	}, newLearner
}

func newLearner() learner.Learner {
	return &PartClamp{
		Objective: objectiveBound, Mode: modeBatch, Lambda: 0.01, Bound: boundGeometric, Partitions: 4, Growth: "breadth-first",
		States: 4, Clamp: clampMAP, Tolerance: 1e-5, Sweeps: 20, Eta: 1, Shift: 1000, K: 1,
	}
}

// Package crf is the learner of conditional random fields: L2-regularised
// conditional likelihood, exactly, or one of its cheaper stand-ins, by L-BFGS,
// gradient descent or stochastic gradient descent. With "objective": "unary" it
// fits each variable by itself, the baseline that structure must beat.
package crf

import "github.com/spbench/spbench/harness/learner"

// Learner returns the description of the learner, and a function that makes one with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name:   "crf",
		Doc:    "Conditional random field: regularised conditional likelihood, or a stand-in for it.",
		Source: "J. Lafferty, A. McCallum and F. Pereira: Conditional Random Fields, ICML 2001",

		Resumable: "solver=sgd",
	}, newLearner
}

func newLearner() learner.Learner {
	return &CRF{Kind: kindLikelihood, Lambda: 0.01, Solver: solverLBFGS, Tolerance: 1e-6}
}

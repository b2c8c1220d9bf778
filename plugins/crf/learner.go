// Package crf is the learner of conditional random fields. It minimises conditional likelihood with
// an L2 or L1 norm, or a cheaper objective in its place. Solvers are L-BFGS, OWL-QN, exponentiated
// gradient on the dual, gradient descent and stochastic gradient descent. Objective "unary" fits
// each variable by itself, the baseline for structured models. Three objectives are losses of the
// marginals after some sweeps of approximate inference.
//
// Start with [CRF]: its fields are the parameters, and [CRF.Fit] trains. run.go sets up the
// objective and calls the solver; dual.go, sgd.go and twostage.go hold the special cases.
package crf

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name:   "crf",
		Doc:    "Conditional random field: regularised conditional likelihood, or a cheaper objective.",
		Source: "J. Lafferty, A. McCallum and F. Pereira: Conditional Random Fields, ICML 2001",

		Resumable: "solver=sgd",
		// all but least-squares
		Probabilities: "objective=likelihood,pseudolikelihood,piecewise,two-stage,unary," +
			"univariate,clique,expected-loss",
	}, newLearner
}

func newLearner() learner.Learner {
	return &CRF{Kind: kindLikelihood, Epsilon: 1, Lambda: 0.01, Solver: solverAuto, Tolerance: 1e-6,
		Through: throughLBP, Sweeps: 10, Encoder: encoder.Defaults()}
}

// Package ssvm is the learner of structural support vector machines, the L2-regularised structured
// hinge loss.
//
// Start with [SSVM]: its fields are the parameters, and [SSVM.Fit] trains. Its solvers are
// block-coordinate Frank–Wolfe, plain (bcfw.go) or guided by block gaps (gapbcfw.go), and
// subgradient descent, in batches (subgradient.go) or stochastic (stochastic.go). Their ancestor,
// the structured perceptron (perceptron.go), is here too. Unknown labels are imputed once, between
// two stages (impute.go).
//
// All solvers share one oracle (maxoracle.go) and one kind of iterate (optim.Iterate).
package ssvm

import (
	"strings"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "ssvm",
		Doc: "Structural SVM: the regularised structured hinge loss, by block-coordinate " +
			"Frank–Wolfe or subgradients; and the structured perceptron.",
		Source: "S. Lacoste-Julien, M. Jaggi, M. Schmidt and P. Pletscher: Block-Coordinate " +
			"Frank–Wolfe Optimization for Structural SVMs, ICML 2013; A. Osokin, J.-B. Alayrac, " +
			"I. Lukasewitz, P. Dokania and S. Lacoste-Julien: Minding the Gaps for Block " +
			"Frank–Wolfe Optimization of Structured SVMs, ICML 2016; M. Collins: Discriminative " +
			"Training Methods for Hidden Markov Models, EMNLP 2002",

		Resumable: "solver=" +
			strings.Join([]string{solverBCFW, solverGap, solverSubgradient, solverStochastic,
				solverPerceptron}, ","),
	}, newLearner
}

func newLearner() learner.Learner {
	return &SSVM{
		Solver: solverBCFW, Lambda: 0.01, Average: true,
		GapSampling: true, Pairwise: true, Cache: true, Imputations: 1, Kappa: 1,
		Encoder: encoder.Defaults(),
	}
}

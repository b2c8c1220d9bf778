// Package marginalpmap is the learner of perturb-and-MAP models. It runs double stochastic gradient
// descent, over the data and over perturbations. The objective is the likelihood of whole
// labelings or the (weighted) marginal likelihoods of the variables.
//
// Start with [MarginalPMAP]: its fields are the parameters, and [MarginalPMAP.Fit] trains. sgd.go
// and gradient.go hold the steps, partial.go the second stage for instances with unknown labels.
package marginalpmap

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "marginalpmap",
		Doc: "Perturb-and-MAP: double stochastic gradient descent on the joint or the " +
			"marginal likelihood, by MAP calls only.",
		Source: "T. Shpakova, F. Bach and A. Osokin: Marginal Weighted Maximum Log-likelihood " +
			"for Efficient Learning of Perturb-and-Map Models, UAI 2018",

		Resumable:     learner.Always,
		Probabilities: learner.Always,
	}, newLearner
}

func newLearner() learner.Learner {
	return &MarginalPMAP{Objective: kindMarginal, Lambda: 0.002, Step: stepBounded, Batch: 1,
		Partial: partialImpute, Average: true, Noise: perturb.Gumbel, Temperature: 1, Samples: 1,
		Kappa: 1, Draws: 100, GumbelReduction: true, DynamicCuts: true, Encoder: encoder.Defaults()}
}

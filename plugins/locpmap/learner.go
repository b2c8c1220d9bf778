// Package locpmap is the learner of Local Perturb-and-MAP models. The probability that a labeling
// is a local maximum of the perturbed scores equals its pseudolikelihood, or its composite
// likelihood for local maxima by blocks (Theorem 4.2). Training maximises these. The shared decoder
// "locpmap" belongs to this model, but the weights work with every decoder.
//
// Start with [LocPMAP]: its fields are the parameters, and [LocPMAP.Fit] trains. run.go prepares
// the instances, batch.go and sgd.go minimise, stages.go and unaries.go add a convolutional
// network.
package locpmap

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "locpmap",
		Doc: "Local Perturb-and-MAP: pseudolikelihood, or composite likelihood of disjoint " +
			"blocks, on any graph and without oracle calls.",
		Source: "G. Bertasius, Q. Liu, L. Torresani and J. Shi: Local Perturb-and-MAP for " +
			"Structured Prediction, AISTATS 2017",

		Resumable:     "solver=" + solverSGD,
		Probabilities: learner.Always,
	}, newLearner
}

func newLearner() learner.Learner {
	return &LocPMAP{
		Block: "1x1", Lambda: 0.1, Solver: solverLBFGS, Tolerance: 1e-6,
		Unaries: unariesFeatures, widths: widths, Pairs: pairsLearned, Epochs: 10, Batch: 20,
		Rate: 1, Encoder: encoder.Defaults(),
	}
}

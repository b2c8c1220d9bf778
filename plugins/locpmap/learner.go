// Package locpmap is the learner of Local Perturb-and-MAP models: a labeling is a
// local maximum of the perturbed scores with the probability that is its
// pseudolikelihood, or, for local maxima by blocks, its composite likelihood
// (Theorem 4.2), so that these are what is maximised. The decoder that belongs to
// it is the shared decoder "locpmap"; the weights serve any other.
package locpmap

import "github.com/spbench/spbench/harness/learner"

// Learner returns the description of the learner, and a function that makes one with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name:   "locpmap",
		Doc:    "Local Perturb-and-MAP: pseudolikelihood, or composite likelihood of disjoint blocks, on any graph and without oracle calls.",
		Source: "G. Bertasius, Q. Liu, L. Torresani and J. Shi: Local Perturb-and-MAP for Structured Prediction, AISTATS 2017",

		Resumable: "solver=" + solverSGD,
	}, newLearner
}

func newLearner() learner.Learner {
	return &LocPMAP{
		Block: "1x1", Lambda: 0.1, Solver: solverLBFGS, Tolerance: 1e-6,
		Unaries: unariesFeatures, Widths: "16-32-32-64", Pairs: pairsLearned, Epochs: 10, Batch: 20, Rate: 1, Momentum: 0.9,
	}
}

// Package hmm is the learner of two classic taggers, to compare others with: the hidden Markov
// model with relative frequencies, and, without its chain, the most frequent tag of each word.
//
// Start with [HMM]: its fields are the parameters, and [HMM.Fit] counts.
package hmm

import "github.com/spbench/spbench/harness/learner"

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "hmm",
		Doc: "Taggers that count: a hidden Markov model, and the most frequent tag of each word " +
			"(order: 0). They read the words of a dataset, not its features.",
		Source: "L. R. Rabiner: A Tutorial on Hidden Markov Models and Selected Applications in " +
			"Speech Recognition, Proceedings of the IEEE 77, 1989; T. Brants: TnT, a Statistical " +
			"Part-of-Speech Tagger, ANLP 2000",
		Probabilities: learner.Always,
		Texts:         true,
	}, newLearner
}

func newLearner() learner.Learner { return &HMM{Order: 1, Smoothing: 1, Suffix: 3} }

// Package given is a learner without learning: it uses the features as scores. Use it to compare
// decoders on models with known scores (docs/data.md). [Given.Fit] emits the
// fixed weights. Since it learns nothing, it rejects all tasks of the conformance test; the example
// in docs/data.md covers it.
package given

import "github.com/spbench/spbench/harness/learner"

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "given",
		Doc: "No learning: features are scores, one for each label of a variable and each pair " +
			"of labels of an edge, to compare decoders on.",
		Probabilities: learner.Always,
	}, newLearner
}

func newLearner() learner.Learner { return &Given{} }

// Package given is no learning: the features are the scores, as those of models that are given (docs/data.md, UAI
// models), so that the decoders of a suite, which read predictions off scores, are compared by themselves. As it learns
// nothing, it refuses all tasks of the conformance test; an example of that page runs it.
package given

import "github.com/spbench/spbench/harness/learner"

// Learner returns the description of the learner, and a function that makes one with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "given",
		Doc:  "No learning: features are scores, one for each label of a variable and each pair of labels of an edge, such as those of UAI models, to compare decoders on.",
	}, newLearner
}

func newLearner() learner.Learner { return &Given{} }

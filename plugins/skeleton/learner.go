// Package skeleton is the learner of perturbation models with uniform noise in one to four
// parameters. It minimises the expected loss directly: the skeleton method (harness package
// skeleton) computes its value and gradient, exactly if skeletons are complete and maxima exact. It
// can also match moments like perturb-and-MAP.
//
// Start with [Skeleton]: its fields are the parameters, and [Skeleton.Fit] trains. descent.go and
// start.go hold the descents, gradient.go and energy.go the gradient of an instance. Earlier answers
// are in memory.go, those of approximate solvers in found.go. The map from θ to weights is in
// parameters.go, and the learner's own decoders are in decoder.go.
package skeleton

import (
	"encoding/json"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/param"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "skeleton",
		Doc: "Uniform perturbations of few parameters: expected losses and their " +
			"gradients, exactly, by multidimensional parametric minimum cuts.",
		Source: "A. Kim, K. Jung, Y. Lim, D. Tarlow and P. Kohli: Minimizing Expected Losses " +
			"in Perturbation Models with Multidimensional Parametric Min-cuts, UAI 2015",
		Decoders:      decoders(),
		Probabilities: learner.Always,
	}, newLearner
}

func decoders() []learner.Decoder {
	return []learner.Decoder{
		{Name: decoderExpected, Doc: "the distribution of labelings, its marginals, and the " +
			"label of largest marginal probability at each variable; exact if maxima are and the " +
			"skeletons are complete within calls, otherwise not converged", Params: param.Of(defaultExpected())},
		{Name: decoderSampled, Doc: "labelings of parameters drawn from the box",
			Params: param.Of(defaultSampled())},
		{Name: decoderMBR, Doc: "minimum Bayes risk: among labelings drawn in this way, the one " +
			"with the least mean loss against the others", Params: param.Of(defaultMBR())},
	}
}

func newLearner() learner.Learner {
	return &Skeleton{Objective: kindExpectedLoss, Gradient: gradientFaces, Base: baseAuto,
		Width: json.RawMessage("1"), Step: 0.25, Steps: stepsEqual, Starts: 1, Iterations: 60,
		Calls: 200, Draws: 20, Lambda: 0.001}
}

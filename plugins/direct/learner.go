// Package direct is the learner from maxima alone: estimates of gradients through the maximiser.
// None of its objectives needs a sum over labelings.
//
// Start with [Direct]: its fields are the parameters, and [Direct.Fit] trains. fit.go holds the
// step, and visitor.go the gradient of an instance. The estimators themselves are in the harness
// packages maxima and sparsemap.
package direct

import (
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
)

// Learner returns the description of the learner, and a constructor with default parameters.
func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{
		Name: "direct",
		Doc: "Learning from maxima only: perturbed Fenchel–Young losses, and estimates of the " +
			"gradient of the expected loss.",
		Source: "Q. Berthet, M. Blondel, O. Teboul, M. Cuturi, J.-P. Vert and F. Bach: Learning " +
			"with Differentiable Perturbed Optimizers, NeurIPS 2020; D. McAllester, T. Hazan and " +
			"J. Keshet: Direct Loss Minimization for Structured Prediction, NIPS 2010; M. Niepert, " +
			"P. Minervini and L. Franceschi: Implicit MLE, NeurIPS 2021; P. Minervini, " +
			"L. Franceschi and M. Niepert: Adaptive Perturbation-Based Gradient Estimation for " +
			"Discrete Latent Variable Models, AAAI 2023; M. Vlastelica, A. Paulus, V. Musil, " +
			"G. Martius and M. Rolínek: Differentiation of Blackbox Combinatorial Solvers, ICLR 2020; " +
			"V. Niculae, A. Martins, M. Blondel and C. Cardie: SparseMAP: Differentiable Sparse " +
			"Structured Inference, ICML 2018",

		Resumable: learner.Always,
		// those of a distribution of perturbed maxima
		Probabilities: "estimator=fenchel-young,fenchel-young-costs,imle,aimle,score-function",
	}, newLearner
}

func newLearner() learner.Learner {
	return &Direct{Estimator: fenchelYoung, Lambda: 0.002, Noise: perturb.Gumbel, Temperature: 1,
		Draws: 1, Calls: 100, Epsilon: 1, Side: sideTowards, Eta: 1e-3, warm: 5,
		Kappa: 1, Batch: 1, Average: true, Encoder: encoder.Defaults()}
}

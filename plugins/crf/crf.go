package crf

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Values of CRF.Kind.
const (
	kindLikelihood = sp.ObjectiveLikelihood
	kindPseudo     = sp.ObjectivePseudolikelihood
	kindPiecewise  = sp.ObjectivePiecewise
	kindTwoStage   = "two-stage"
	kindUnary      = sp.ObjectiveUnary
	kindSquares    = sp.ObjectiveLeastSquares

	kindUnivariate = "univariate"
	kindClique     = "clique"
	kindExpected   = "expected-loss"
)

// Values of CRF.Through.
const (
	throughLBP       = "lbp"
	throughMeanField = "mean-field"
)

// Values of CRF.Solver.
const (
	solverAuto    = "auto"
	solverDual    = "dual"
	solverLBFGS   = "lbfgs"
	solverDescent = "gradient-descent"
	solverSGD     = "sgd"
)

// A CRF is trained by minimising
//
//	F(w) = λ/2·‖w‖² + λ₁·‖w‖₁ + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// over the w that satisfy the feature map's sign constraints. The regularisers cover all weights,
// but not those of an encoder. A source that adds C·‖w‖² + C₁·‖w‖₁ to the sum over instances has
// λ = 2C/Σᵢaᵢ and λ₁ = C₁/Σᵢaᵢ. λ₁ makes most weights 0. Without λ the minimum need not be unique,
// and a proof takes many times the passes: λ = λ₁/20 avoids this. The objective defines ℓ:
//
//	likelihood        log Z(x) − ⟨w, φ(x,y)⟩ (Lafferty, McCallum & Pereira 2001); with other
//	                  epsilon and margin, the family from there to the structured hinge loss
//	pseudolikelihood  −Σ_d log p(y_d | y of the neighbours, x) (Besag 1975)
//	piecewise         one −log p for each variable and for each edge, each normalised by
//	                  itself with only its own weights (Sutton & McCallum 2005)
//	two-stage         the likelihood, minimised in two restricted steps; see twoStage
//	unary             the likelihood without edges: the logistic regression of
//	                  each variable by itself; pair weights stay 0
//	least-squares     ½·Σ_d Σ_k (score_d(k) + cost_d(k))² for data with costs: they are predicted
//	                  without their use, and then map optimises; pair weights stay 0
//
// All are convex in w if all labels are known. Pseudolikelihood, piecewise and least-squares make
// no oracle calls and work on any graph: evaluating an instance is a visit without a call. The
// others make one Marginals call per instance.
//
// # Truncated inference
//
// Three objectives are losses of the marginals μ after some sweeps of approximate inference
// (Stoyanov, Ropson & Eisner 2011; Domke 2013). Gradients go back through the sweeps, from neutral
// messages or from node scores alone. They fit weights to an inference that is far from exact.
//
//	univariate     −Σ_d log μ_d(y_d)
//	clique         −Σ_d log μ_d(y_d) − Σ_e log μ_e(y_u,y_v)
//	expected-loss  Σ_d Σ_k cost_d(k)·μ_d(k), the expectation of the task's loss
//
// They make no oracle calls and work on any graph. An evaluation counts as many sweeps, besides the
// visit. They are not convex: a fit ends near a stationary point, without bound or objective. An
// expected loss is flat where all μ are near 0 or 1, and sgd may jump there: give it an Eta. The
// decoder for such weights is lbp or meanfield with as many sweeps, tolerance 0 and damping 0.
//
// # Class weights
//
// With Weighted, objectives with one term for each variable take the weights of the task's loss
// ([likelihood.Weights]). Unary then makes no oracle calls. The likelihood of a labeling has no
// such terms: there Margin brings in the loss.
//
// # Between likelihood and hinge
//
// Epsilon and Margin make objective likelihood a [likelihood.SoftmaxMargin]. It has the loss of the
// task: a share of variables or a count, by the suite's train-loss. The learned distribution is
// p(y|x) ∝ exp(⟨w, φ(x,y)⟩/ε), and decoders get its scores. Approximate sums must converge, in
// the last evaluation or, by sgd, always. Otherwise the fit is unsupported.
//
// # Unknown labels
//
// Instances with unknown labels join in a second stage, with κ times their weight, by likelihood
// and unary. Then ℓ is the likelihood of the known labels: log Z(x) minus the same sum given these
// labels. It takes two Marginals calls. It is not convex, except by unary. So the second stage
// starts at the result of the first. It ends near a stationary point, without bound or objective.
type CRF struct {
	Kind      string  `json:"objective" enum:"likelihood,pseudolikelihood,piecewise,two-stage,unary,least-squares,univariate,clique,expected-loss" help:"likelihood of labelings, a cheaper objective in its place, or unary: each variable by itself; least-squares: regression of the costs; univariate, clique, expected-loss: losses of the marginals after some sweeps"`
	Weighted  bool    `json:"weighted" when:"objective=unary,pseudolikelihood,univariate" help:"weigh the term of each variable by its gold label, as train-loss does: class weights by weighted-hamming"`
	Through   string  `json:"through" enum:"lbp,mean-field" when:"objective=univariate,clique,expected-loss" help:"inference whose sweeps gradients go through: loopy belief propagation or mean field"`
	Sweeps    int     `json:"sweeps" range:"[1,1000]" when:"objective=univariate,clique,expected-loss" help:"number of sweeps, converged or not; decoder lbp (damping 0, tolerance 0) or meanfield predicts by as many"`
	Epsilon   float64 `json:"epsilon" range:"(0,inf)" when:"objective=likelihood" help:"ε of ε·log Σ exp((score + margin·loss)/ε) − score(gold): with margin 1, ε → 0 is the structural SVM"`
	Margin    float64 `json:"margin" range:"[0,inf)" when:"objective=likelihood" help:"factor of the loss there, which is the suite's train-loss, a share or a count"`
	Lambda    float64 `json:"lambda" range:"[0,inf)" help:"λ of λ/2·‖w‖²; 0 only with l1"`
	L1        float64 `json:"l1" range:"[0,inf)" when:"solver=auto,lbfgs" help:"λ₁ of λ₁·‖w‖₁"`
	Solver    string  `json:"solver" enum:"auto,dual,lbfgs,gradient-descent,sgd" help:"L-BFGS (OWL-QN with l1), after exponentiated gradient on the dual where that applies (dual) and also helps (auto); gradient descent with backtracking, or stochastic gradient descent"`
	Tolerance float64 `json:"tolerance" range:"(0,1)" help:"relative distance from the minimum at which all solvers but sgd stop"`
	Passes    int     `json:"passes" range:"[0,1000000]" when:"solver=sgd" help:"visits per instance and stage; 0: until the budget ends, or 50 without a budget"`
	Eta       float64 `json:"eta" range:"[0,inf)" when:"solver=sgd" help:"η of the step η/(t+shift), t = 1, 2, … counting instances; 0: 1/λ, and no step longer than the distance so far over the gradients; none is longer than 1/λ"`
	Shift     float64 `json:"shift" range:"[0,inf)" when:"solver=sgd" help:"of the step η/(t+shift)"`
	Average   bool    `json:"average" when:"solver=sgd" help:"use 2/(k(k+1))·Σ t·w_t of the iterates"`
	Kappa     float64 `json:"kappa" range:"[0,1e9]" when:"objective=likelihood,unary" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	encoder.Encoder
}

// Fit starts at w = 0. All solvers but sgd stop when F(w) is proved to be within
// Tolerance·F(w) of its minimum: F is λ-strongly convex, and with λ₁ its dual gives a bound
// ([optim.BoundL1]). A fit stalls if no step makes progress before such a proof (see
// [optim.Strong]). Their checkpoints carry F(w) and a lower bound on its minimum. The solver sgd is
// described at [optim.SGD].
//
// The solver dual first takes some passes of exponentiated gradient, on one thread. Their
// checkpoints carry the value of the dual as bound. It applies to objective likelihood on fully
// labelled instances with exact sums, with one table for all pairs of labels: no edge features,
// higher order, Potts pairs, forbidden transitions or structures. It does not apply with Epsilon,
// Margin, L1 or an encoder. Otherwise dual is lbfgs. The solver auto is dual for sparse node
// features and 20,000 weights, if λ times the number of instances is at least 2. Else it is lbfgs.
func (c *CRF) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	switch {
	case c.Lambda == 0 && c.L1 == 0:
		return fmt.Errorf("crf: lambda: 0 needs an l1: F without a norm may have no minimum: %w",
			sp.ErrParams)
	case c.L1 > 0 && c.Kind == kindTwoStage:
		return fmt.Errorf("crf: l1: objective two-stage learns a scale, no penalty of weights: %w",
			sp.ErrParams)
	case len(t.Train) == 0:
		return fmt.Errorf("crf: no training instance has all its labels: %w", errors.ErrUnsupported)
	}
	r := &run{CRF: c, task: t}
	if err := r.supported(); err != nil {
		return err
	}
	var err error
	r.task, emit, r.joint, err = c.Begin(t, emit, c.Solver == solverSGD && c.Kind != kindTwoStage)
	if err != nil {
		return err
	}
	defer r.joint.Close()
	state := func() sp.Checkpoint {
		at := r.checkpoint()
		if !r.weak {
			at.Objective = c.objective()
			at.LearnedFrom(len(t.Train), t)
		}
		return at
	}
	return learner.Record(t, emit, state, func(rec *learner.Recorder) error {
		r.Recorder = rec
		if c.Solver == solverSGD {
			if err := rec.Resume(r.joint); err != nil { // two-stage begins with its scores
				return err
			}
		}
		if c.Kind == kindTwoStage {
			return r.twoStage()
		}
		return r.stages()
	})
}

// Potentials implements learner.Scorer: scores over ε.
func (c *CRF) Potentials(t *sp.Task, p *sp.Potentials, w []float64, x *sp.Instance) error {
	err := c.Encoder.Potentials(t, p, w, x)
	if c.softened() {
		p.Scale(1 / c.Epsilon)
	}
	return err
}

// softened reports whether the objective is a member of the family other than the likelihood.
func (c *CRF) softened() bool {
	return c.Kind == kindLikelihood && (c.Epsilon != 1 || c.Margin != 0)
}

// truncated reports whether the objective is a loss of marginals after some sweeps.
func (c *CRF) truncated() bool {
	return c.Kind == kindUnivariate || c.Kind == kindClique || c.Kind == kindExpected
}

// objective returns the objective reported with a checkpoint. It is nil for two-stage: each stage
// minimises over a subspace without the likelihood's minimum. It is nil without a convex function.
func (c *CRF) objective() *sp.Objective {
	if c.Kind == kindTwoStage || c.truncated() {
		return nil
	}
	kind := c.Kind
	if c.Weighted {
		kind = "weighted " + kind
	}
	if c.softened() {
		kind = fmt.Sprintf(sp.ObjectiveSoftmaxMargin, c.Epsilon, c.Margin)
	}
	if c.L1 > 0 {
		kind = fmt.Sprintf(sp.ObjectiveL1, kind, c.L1)
	}
	return &sp.Objective{Kind: kind, Lambda: c.Lambda}
}

// spends returns the counts of one step of sgd.
func (c *CRF) spends() sp.Counts {
	switch {
	case c.truncated():
		return sp.Counts{Visits: 1, Sweeps: int64(c.Sweeps)}
	case c.Weighted || c.Kind == kindPseudo || c.Kind == kindPiecewise || c.Kind == kindSquares:
		return sp.Counts{Visits: 1}
	}
	return sp.Counts{Visits: 1, Marginals: 1}
}

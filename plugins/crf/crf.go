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
	solverLBFGS   = "lbfgs"
	solverDescent = "gradient-descent"
	solverSGD     = "sgd"
)

// A CRF is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// over the w that satisfy the feature map's sign constraints. The regulariser covers all weights. A
// source that adds C·‖w‖² to the sum over instances has λ = 2C/Σᵢaᵢ. The objective defines ℓ:
//
//	likelihood        log Z(x) − ⟨w, φ(x,y)⟩ (Lafferty, McCallum & Pereira 2001)
//	pseudolikelihood  −Σ_d log p(y_d | y of the neighbours, x) (Besag 1975)
//	piecewise         one −log p for each variable and for each edge, each normalised by
//	                  itself with only its own weights (Sutton & McCallum 2005)
//	two-stage         the likelihood, minimised in two restricted steps; see twoStage
//	unary             the likelihood without edges: the logistic regression of
//	                  each variable by itself; pair weights stay 0
//
// All are convex in w if all labels are known. Pseudolikelihood and piecewise make no oracle calls
// and work on any graph: evaluating an instance is a visit without a call. The others make one
// Marginals call per instance.
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
// # Unknown labels
//
// Instances with unknown labels join in a second stage, with κ times their weight, by likelihood and
// unary. Then ℓ is the likelihood of the known labels: log Z(x) minus the same sum given these
// labels. It takes two Marginals calls. It is not convex, except by unary. So the second stage
// starts at the result of the first. It ends near a stationary point, without bound or objective.
type CRF struct {
	Kind      string  `json:"objective" enum:"likelihood,pseudolikelihood,piecewise,two-stage,unary,univariate,clique,expected-loss" help:"likelihood of labelings, a cheaper objective in its place, or unary: each variable by itself; univariate, clique, expected-loss: losses of the marginals after some sweeps"`
	Through   string  `json:"through" enum:"lbp,mean-field" when:"objective=univariate,clique,expected-loss" help:"inference whose sweeps gradients go through: loopy belief propagation or mean field"`
	Sweeps    int     `json:"sweeps" range:"[1,1000]" when:"objective=univariate,clique,expected-loss" help:"number of sweeps, converged or not; decoder lbp (damping 0, tolerance 0) or meanfield predicts by as many"`
	Lambda    float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Solver    string  `json:"solver" enum:"lbfgs,gradient-descent,sgd" help:"L-BFGS, gradient descent with backtracking, or stochastic gradient descent"`
	Tolerance float64 `json:"tolerance" range:"(0,1)" help:"relative distance from the minimum at which lbfgs and gradient-descent stop"`
	Passes    int     `json:"passes" range:"[0,1000000]" when:"solver=sgd" help:"visits per instance and stage; 0: until the budget ends, or 50 without a budget"`
	Eta       float64 `json:"eta" range:"[0,inf)" when:"solver=sgd" help:"η of the step η/(t+shift), t = 1, 2, … counting instances; 0: 1/λ, and no step longer than the distance so far over the gradients; none is longer than 1/λ"`
	Shift     float64 `json:"shift" range:"[0,inf)" when:"solver=sgd" help:"shift of the step η/(t+shift)"`
	Average   bool    `json:"average" when:"solver=sgd" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
	Kappa     float64 `json:"kappa" range:"[0,1e9]" when:"objective=likelihood,unary" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	encoder.Encoder
}

// Fit starts at w = 0. The solvers lbfgs and gradient-descent stop when F(w) is proved to be within
// Tolerance·F(w) of its minimum, since F is λ-strongly convex. A fit stalls if no step makes
// progress before such a proof (see [optim.Strong]). Their checkpoints carry F(w) and a lower bound
// on its minimum. The solver sgd is described at [optim.SGD].
func (c *CRF) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
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
	return &sp.Objective{Kind: c.Kind, Lambda: c.Lambda}
}

// spends returns the counts of one step of sgd.
func (c *CRF) spends() sp.Counts {
	switch {
	case c.truncated():
		return sp.Counts{Visits: 1, Sweeps: int64(c.Sweeps)}
	case c.Kind == kindPseudo || c.Kind == kindPiecewise:
		return sp.Counts{Visits: 1}
	}
	return sp.Counts{Visits: 1, Marginals: 1}
}

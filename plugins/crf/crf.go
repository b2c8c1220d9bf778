package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// Values of CRF.Kind.
const (
	kindLikelihood = "likelihood"
	kindUnary      = "unary"
)

// A CRF is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·(log Z(xᵢ) − ⟨w, φ(xᵢ,yᵢ)⟩)
//
// (Lafferty, McCallum & Pereira 2001; Sutton & McCallum 2012, section 5.1) over
// the w that satisfy the feature map's sign constraints. A source that adds
// C·‖w‖² to the sum over instances instead has λ = 2C/Σᵢaᵢ.
//
// An evaluation of F and its gradient takes one Marginals call per instance. The
// objective "unary" is F with all edges taken out, the logistic regression of
// each variable by itself; its pair weights stay 0.
type CRF struct {
	Kind      string  `json:"objective" enum:"likelihood,unary" help:"likelihood of whole labelings, or of each variable by itself, without edges"`
	Lambda    float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Tolerance float64 `json:"tolerance" range:"(0,1)" help:"relative distance of the objective from its minimum at which to stop"`
	Memory    int     `json:"memory" range:"[0,1000]" help:"past steps that L-BFGS keeps; 0: as many as fit in 64 MiB, 10 to 100"`
}

// Fit starts at w = 0. It ends when F(w) is proved to be within Tolerance·F(w) of
// its minimum, F being λ-strongly convex, or when it has fallen by no more than a
// tenth of that in 5 iterations. The second is for small λ, where the proof takes
// long; on handwritten words it left F within Tolerance for any λ from 1e-6 to 1.
func (c *CRF) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("crf: no training instance has all its labels: %w", errors.ErrUnsupported)
	}
	f := newLikelihood(t, c.Lambda, c.Kind == kindUnary)
	w, bound, emitted := make([]float64, t.Map.Dim()), math.Inf(-1), math.NaN()
	checkpoint := func(w []float64, objective float64) error {
		emitted = objective
		return emit(sp.Checkpoint{Params: w, Values: map[string]float64{sp.ValueObjective: objective, sp.ValueBound: bound}})
	}
	r, err := optim.Minimize(f.evaluate, w, optim.Options{
		NonNegative: t.Map.NonNegative(),
		Memory:      c.Memory,
		FuncTol:     c.Tolerance / 10,
		OnIter: func(w, grad []float64, objective float64) (stop bool, err error) {
			bound = max(bound, optim.Bound(objective, w, grad, c.Lambda, t.Map.NonNegative()))
			if t.Due() {
				err = checkpoint(w, objective)
			}
			return objective-bound <= c.Tolerance*objective, err
		},
	})
	var failed error
	switch {
	case err != nil && !errors.Is(err, sp.ErrBudget):
		return err
	case math.IsInf(r.F, 1): // the budget is smaller than one evaluation
		failed = emit(sp.Checkpoint{Params: w})
	case r.F != emitted:
		failed = checkpoint(w, r.F)
	}
	if failed != nil {
		return failed
	}
	return err
}

// Objective implements learner.Auditable. The unary objective is F on the
// subspace of zero pair weights: its minimum is not one of F, and where graphs
// have cycles F cannot even be evaluated. So only the likelihood is claimed.
func (c *CRF) Objective(*sp.Task) (sp.Objective, bool) {
	return sp.Objective{Kind: sp.ObjectiveLikelihood, Lambda: c.Lambda}, c.Kind == kindLikelihood
}

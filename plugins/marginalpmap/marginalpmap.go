package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Values of MarginalPMAP.Objective.
const (
	kindJoint    = "joint"
	kindMarginal = "marginal"
)

// unboundedPasses is how long a fit is that neither its parameters nor a budget bound.
const unboundedPasses = 50

// A MarginalPMAP is trained by stochastic gradient descent on
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// with one of two losses, in both of which an expected maximum over Gumbel
// perturbations z stands for each log-partition function (Shpakova, Bach & Osokin
// 2018; f is the score, z has mean zero):
//
//	joint     ℓ = A(x) − f(y),          A(x) = E_z max_y {f(y) + Σ_d z_d(y_d)}           (Algorithm 1)
//	marginal  ℓ = Σ_d [A(x) − B_d(x)],  B_d(x) the same maximum with y_d at its gold label  (Algorithm 2)
//
// The joint loss is convex and bounds the negative log-likelihood from above,
// since A(x) >= log Z(x) (proposition 1; the inequality that follows equation 3
// is printed the wrong way round). The marginal loss, made for the Hamming loss,
// is a difference of convex functions; without edges both are exact logistic
// regression. As printed, the step of Algorithm 2 has a single y_B*; the
// objective (5) is a sum over d, and so is the gradient here: Σ_d [Ψ(y_B,d) −
// Ψ(y_A)], without a division by the number of variables.
type MarginalPMAP struct {
	Objective       string  `json:"objective" enum:"joint,marginal" help:"likelihood of whole labelings (perturb & MAP), or of each variable by itself"`
	Lambda          float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances; the step is 1/(λh)"`
	Passes          int     `json:"passes" range:"[0,1000000]" help:"visits of each training instance; 0: until the budget ends the fit, or 50 where there is none"`
	Batch           int     `json:"batch" range:"[1,1000000]" help:"instances per step"`
	Average         bool    `json:"average" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
	GumbelReduction bool    `json:"gumbel_reduction" when:"objective=marginal" help:"solve only for variables that the perturbed maximiser gets wrong; off: for all, from scratch, with the same result"`
}

// Fit runs double SGD from w = 0, a new permutation of the instances for each
// pass. Checkpoints carry two means over the visits since the one before:
// "loss-estimate", unbiased for the mean ℓ along the way, and "mismatches", the
// number of variables that the perturbed maximiser got wrong.
func (l *MarginalPMAP) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("marginalpmap: no training instance has all its labels: %w", errors.ErrUnsupported)
	}
	s := newSGD(t, l)
	emitted := -1
	checkpoint := func() error {
		emitted = s.steps
		return emit(s.checkpoint())
	}
	for visits, limit := 0, l.limit(t); visits < limit; visits += l.Batch {
		if err := s.step(min(l.Batch, limit-visits)); err != nil {
			if errors.Is(err, sp.ErrBudget) && emitted != s.steps {
				err = errors.Join(checkpoint(), err)
			}
			return err
		}
		if t.Due() {
			if err := checkpoint(); err != nil {
				return err
			}
		}
	}
	if emitted == s.steps {
		return nil
	}
	return checkpoint()
}

// limit returns the number of visits after which the fit ends by itself.
func (l *MarginalPMAP) limit(t *sp.Task) int {
	switch {
	case l.Passes > 0:
		return l.Passes * len(t.Train)
	case t.Budget == sp.Budget{}:
		return unboundedPasses * len(t.Train)
	}
	return math.MaxInt
}

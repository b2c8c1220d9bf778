package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/sp"
)

// Values of SSVM.Sample.
const (
	permutation = "permutation"
	uniform     = "uniform"
)

// unboundedPasses is how long a fit is that neither its parameters nor a budget bound.
const unboundedPasses = 50

// An SSVM is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·max_y [L(yᵢ,y) + ⟨w, φ(xᵢ,y)⟩ − ⟨w, φ(xᵢ,yᵢ)⟩]
//
// over the w that satisfy the feature map's sign constraints, L the task's loss.
// λ is that of Lacoste-Julien et al. 2013; the C of svm-struct is 1/λ.
type SSVM struct {
	Lambda  float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Passes  int     `json:"passes" range:"[0,1000000]" help:"passes over the training set; 0: until the budget ends the fit, or 50 where there is none"`
	Sample  string  `json:"sample" enum:"permutation,uniform" help:"order of the instances: a new permutation for each pass, or each drawn uniformly"`
	Average bool    `json:"average" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
}

// Fit runs block-coordinate Frank–Wolfe from w = 0. Checkpoints carry the dual
// value as "bound", a lower bound on min F whichever iterate is used, and the sum
// of the block gaps of the last visits as "gap-estimate".
func (l *SSVM) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("ssvm: no training instance has all its labels: %w", errors.ErrUnsupported)
	}
	loss, ok := t.Loss.(sp.NodeLoss)
	if !ok {
		return fmt.Errorf("ssvm: the loss does not sum over variables, so no oracle can be augmented by it: %w", errors.ErrUnsupported)
	}
	b := newBCFW(t, loss, l.Lambda)
	if l.Average {
		b.averageIterates()
	}
	next := l.order(len(t.Train), t.Seed)
	emitted := -1
	checkpoint := func() error {
		emitted = b.steps
		return emit(b.checkpoint())
	}
	for limit := l.limit(t); b.steps < limit; {
		if err := b.step(next()); err != nil {
			if errors.Is(err, sp.ErrBudget) && emitted != b.steps {
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
	if emitted == b.steps {
		return nil
	}
	return checkpoint()
}

// limit returns the number of steps after which the fit ends by itself.
func (l *SSVM) limit(t *sp.Task) int {
	switch {
	case l.Passes > 0:
		return l.Passes * len(t.Train)
	case t.Budget == sp.Budget{}:
		return unboundedPasses * len(t.Train)
	}
	return math.MaxInt
}

// order returns the sequence of instances to visit, fixed by the seed.
func (l *SSVM) order(n int, seed uint64) (next func() int) {
	r := rand.New(rand.NewPCG(seed, 0x6f72646572)) // a stream of its own
	if l.Sample == uniform {
		return func() int { return r.IntN(n) }
	}
	var perm []int
	at := n
	return func() int {
		if at == n {
			perm, at = r.Perm(n), 0
		}
		at++
		return perm[at-1]
	}
}

// Objective implements learner.Auditable.
func (l *SSVM) Objective(*sp.Task) (sp.Objective, bool) {
	return sp.Objective{Kind: sp.ObjectiveHinge, Lambda: l.Lambda}, true
}

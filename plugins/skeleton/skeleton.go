package skeleton

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Values of Skeleton.Objective.
const (
	kindExpectedLoss = "expected-loss"
	kindPMAP         = "pmap"
	kindSkeletonPMAP = "skeleton-pmap"
)

// Values of Skeleton.Gradient.
const (
	gradientFaces    = "faces"
	gradientSlices   = "slices"
	gradientRegions  = "regions"
	gradientSampling = "sampling"
)

// Values of Skeleton.Base.
const (
	baseAuto  = "auto"
	baseNone  = "none"
	baseUnary = "unary"
)

// A Skeleton learns a perturbation model: the labeling is that of the highest score under weights which are uniform in
// the box Π_i [θ_i, θ_i+w] (Kim et al. 2015, equation 2). θ moves by gradient descent with a constant step on
//
//	expected-loss   R(θ) = (1/Σᵢaᵢ) Σᵢ aᵢ·E[L(gold, y)], L the loss that the task asks to learn for  (equations 3, 7)
//	pmap            by moment matching: ∂_i = φ_i(gold) − E[φ_i(y)], E over samples                    (9 to 11)
//	skeleton-pmap   the same with E exact                                                              (section 4.3)
//
// where φ is the energy's features, minus the score's. Equation 8 of the paper has the opposite sign of 7, equations 9
// and 10 that of a score, and the expectation of section 4.3 is printed with the loss in place of φ_i. The first step of
// each descent moves the parameter that moves most by Step·w; this fixes the factor of the gradient for all steps of that
// descent, so that Step is in the same unit whatever the objective and the scale of the loss. A derivative of no more
// than 10⁻¹²·(R+1) is rounding, and 0.
//
// The expected loss is not convex: from θ = 0, where the paper begins, a descent may end far above what other θ have. Of
// several Starts, 0 is the first; the others are uniform in [0, 8w], or [-8w, 0] where a parameter may be negative and
// the first step lowers it. Each has an equal share of the Iterations that are left, one share is kept for the descent
// that is best after all, which then goes on where its share ended it, and the fit is the θ of the least expected loss of
// the training set that any visited. That choice is exact where expected losses are: by faces and regions where nothing
// is unresolved. Of estimates it favours those that err downwards, and of samples it is refused.
//
// Gradient says how derivatives of R are found. "faces": the differences of the means over opposite faces of the box,
// exact wherever R is differentiable. "slices": the paper's, over slices of thickness Delta·w (equation 6).
// "regions": the difference of the means over the box and over one moved by Delta·w. "sampling": faces, by Draws samples
// on each. A skeleton that Calls ends early is an approximation, whose share in doubt the checkpoints say; without such
// an end those of three dimensions and more can take very long.
//
// Labelings with the same features tie wherever they are best, as two borders of an object can that are equally long: the
// paper assumes that there are none. Noise far below what tells energies apart chooses one of them, the same everywhere,
// so that expectations are well defined and exact. The
// noise is fixed by the instance, not by the seed: expected losses of losses that tell such labelings apart would
// differ with it by several per cent.
//
// # Base
//
// The method lives in one to four parameters. A model with at most so many weights is learned as it is ("none"). One with
// more is learned in two stages ("unary"; "auto" chooses): node weights first, by the likelihood of the model without
// edges, which takes visits and no oracle call; then θ, which is a factor >= 0 of these and up to three strengths of pairs,
// >= 0. Where there are more than three strengths, those from the third on are tied, and checkpoints say how many ("tied").
// It needs a map of Potts strengths that are kept >= 0. The width is in units of the factor.
//
// Energies are linear in θ, so only proportions count: twice the Width gives the same labelings at twice the θ. What it
// changes are decoders that read scores as log-probabilities (mpm, perturb).
//
// # Weights
//
// The weights of a fit are the centre of the box, so that shared decoders read the prediction at θ+w/2 (the "centre" of
// the paper); of two stages they are the base's with the strengths of pairs, and the factor behind them.
type Skeleton struct {
	Objective  string  `json:"objective" enum:"expected-loss,pmap,skeleton-pmap" help:"minimise the expected loss, or match moments by samples (perturb & MAP) or exactly"`
	Gradient   string  `json:"gradient" enum:"faces,slices,regions,sampling" when:"objective=expected-loss" help:"of the expected loss: exact on faces of the box, on thin slices, by a box moved, or on faces by samples"`
	Base       string  `json:"base" enum:"auto,none,unary" help:"all weights by the method, one to four; or node weights beforehand, without edges, and then a factor of them and strengths of pairs; auto: as many weights ask for"`
	Width      float64 `json:"width" range:"(0,inf)" help:"w of the box in each parameter"`
	Step       float64 `json:"step" range:"(0,inf)" help:"length of the first step in the parameter that moves most, in widths; later ones go by the same multiple of the gradient"`
	Starts     int     `json:"starts" range:"[1,1000000]" when:"objective=expected-loss" help:"descents, from θ = 0 and from others at random, of which the best is kept and goes on; more than one not with gradient sampling"`
	Iterations int     `json:"iterations" range:"[1,1000000]" help:"values of θ that are visited, θ = 0 first, by all descents together"`
	Calls      int     `json:"calls" range:"[0,1000000000]" help:"MAP calls that a skeleton may take, after which it is what it is; 0: until it is complete"`
	Draws      int     `json:"draws" range:"[1,1000000]" help:"samples of each box, or of each face, where there are samples"`
	Delta      float64 `json:"delta" range:"(0,1]" help:"thickness of slices, and how far a box is moved, in widths"`
	Lambda     float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² of node weights that are learned beforehand"`
}

// sampled reports whether gradients are means of samples.
func (l *Skeleton) sampled() bool {
	return l.Objective == kindPMAP || l.Objective == kindExpectedLoss && l.Gradient == gradientSampling
}

// Fit runs the descent. Checkpoints carry "expected-loss", R of their weights: exact by faces and regions where
// "unresolved" is 0, and then "objective" too where it is R; an estimate otherwise. "unresolved" is, of what the gradient
// and R were found on, the largest share where other labelings may have less energy (1 of samples), in the mean over the
// instances. "centre-loss" is that of the labelings at the centre of the box, which decoder map shows; θ is "theta-1", ….
// A fit has converged where the exact gradient is 0, or strengths that it would lower are 0; where an estimate that
// is no sample is, the fit ends at a limit. Of several Starts it has converged if the θ that is shown has such a gradient.
func (l *Skeleton) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("skeleton: no training instance has all its labels: %w", errors.ErrUnsupported)
	}
	if l.several() && l.sampled() {
		return fmt.Errorf("skeleton: starts is %d and gradient is %s: the least of noisy expected losses is not the best; set starts to 1, or gradient to %s",
			l.Starts, l.Gradient, gradientFaces)
	}
	two, err := l.twoStages(t.Map)
	if err != nil {
		return err
	}
	f := newDescent(l, t)
	if err := f.exact(); err != nil {
		return err
	}
	state := func() sp.Checkpoint {
		at := f.checkpoint()
		at.LearnedFrom(len(t.Train), t)
		return at
	}
	return learner.Record(t, emit, state, func(r *learner.Recorder) error {
		if two {
			if err := f.learnBase(r); err != nil {
				return err
			}
		}
		f.begin()
		return r.Steps(l.Iterations, f.step)
	})
}

package skeleton

import (
	"context"
	"encoding/json"
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

// Values of Skeleton.Steps.
const (
	stepsEqual = "equal"
	stepsSize  = "size"
)

// Values of Skeleton.Base.
const (
	baseAuto  = "auto"
	baseNone  = "none"
	baseUnary = "unary"

	basePieces = "pieces"
)

// A Skeleton learns a perturbation model: the labeling is that of the highest score under weights
// uniform in the box Π_i [θ_i, θ_i+w_i] (Kim et al. 2015, equation 2). θ moves by gradient descent
// with a constant step on
//
//	expected-loss   R(θ) = (1/Σᵢaᵢ) Σᵢ aᵢ·E[L(gold, y)], L the task's loss        (equations 3, 7)
//	pmap            by moment matching: ∂_i = φ_i(gold) − E[φ_i(y)], E by samples (9 to 11)
//	skeleton-pmap   the same with E exact                                         (section 4.3)
//
// where φ is the energy's features, the negatives of the score's. Equation 8 of the paper has the
// opposite sign of 7, equations 9 and 10 that of a score, and the expectation of section 4.3 is
// printed with the loss in place of φ_i.
//
// The first step of each descent moves the parameter that moves most by Step·w_i. This fixes the
// factor of the gradient for all steps of the descent, and Step has the same unit for every
// objective and scale of the loss. A derivative of at most 10⁻¹²·(R+1) is rounding and counts as 0.
//
// The expected loss is not convex: from θ = 0, the paper's start, a descent may end far above the
// best θ. The first of several Starts is 0. The others are uniform in [0, 8w_i], or in [-8w_i, 0]
// if a parameter may be negative and the first step lowers it. Each has an equal share of the
// remaining Iterations. One share is reserved for the best descent, which resumes at the end of its
// share. The fit is the θ of the least expected loss of the training set among all visited. That
// choice is exact if expected losses are: by faces and regions if nothing is unresolved. With
// estimates it favours low errors; with samples several Starts are an error.
//
// Gradient selects the computation of the derivatives of R:
//
//   - "faces": differences of the means over opposite faces of the box, exact wherever R is
//     differentiable
//   - "slices": the paper's, over slices of thickness w/1000 (equation 6)
//   - "regions": the difference of the means over the box and over one moved by w/1000
//   - "sampling": faces, by Draws samples on each
//
// A skeleton limited by Calls is an approximation; the checkpoints report its share in doubt.
// Without a limit, skeletons of three and more dimensions can take very long.
//
// Labelings with the same features tie wherever they are best, for example two borders of an object
// of equal length. The paper assumes there are none. Here noise, far below differences of energies,
// chooses one of them, the same everywhere: expectations are well defined and exact. The noise is
// fixed by the instance, not by the seed. With different noise, expected losses that distinguish
// tied labelings would change by several per cent.
//
// # Approximate maxima
//
// An approximate oracle, such as alpha-expansion, may miss the least energy. Then no skeleton is a
// proof: the whole instance is "unresolved", and there is no "objective". The fit minimises the
// expected loss of the best labelings found, by its exact gradient. Each visit finds its own, by
// skeletons limited by Calls. Then all regions choose among them. With a base and complete
// skeletons, the guarantee of alpha-expansion holds in the whole box: the cost is at most twice the
// optimum. The factor holds at vertices. On a cell, the cost is linear and the optimum concave.
//
// # Unknown labels
//
// The expected loss also takes instances with unknown labels, with κ times their weight. Only known
// labels count. The weights of a base are learned from labelled instances.
//
// # Base
//
// The method works with one to four parameters. A model with at most that many weights is learned
// directly ("none"). A larger one is learned in two stages. Both bases learn first with visits and
// no oracle calls:
//
//   - "unary": node weights, by the likelihood of the model without edges. Then θ is a factor >= 0
//     of these and up to three strengths of pairs, >= 0. If there are more than three strengths,
//     those from the third on are tied, and checkpoints report their number ("tied"). The map must
//     have Potts strengths kept >= 0.
//   - "pieces": all weights, by pseudolikelihood. Then θ is a factor >= 0 of all node scores, and
//     one of all pair scores.
//
// With "auto" a larger model has base "pieces" unless it has Potts strengths. Then both bases are
// tried, because neither is best for all data, and a descent with "unary" may never leave a plateau
// of constant labelings (section 4.1). First comes "pieces", then "unary", with Iterations each.
// The fit is the one of less expected loss on the training set. Matching of moments is convex and
// has no plateau: it has base "unary", and so have samples.
//
// Energies are linear in θ, and only proportions count: twice the Width gives the same labelings at
// twice the θ. It does change decoders that treat scores as log-probabilities (mpm, perturb).
//
// # Weights
//
// The weights of a fit are the centre of the box: shared decoders predict at θ+w/2 (the "centre" of
// the paper). With two stages they are the base's weights with the strengths of pairs, followed by
// the factor; with base pieces the base's weights, followed by both factors. A fit that tried both
// bases has one weight more if "unary" is better: −1.
type Skeleton struct {
	Objective  string  `json:"objective" enum:"expected-loss,pmap,skeleton-pmap" help:"minimise the expected loss, or match moments by samples (perturb & MAP) or exactly"`
	Gradient   string  `json:"gradient" enum:"faces,slices,regions,sampling" when:"objective=expected-loss" help:"of the expected loss: exact on faces of the box, on thin slices, by a shifted box, or by samples on faces"`
	Base       string  `json:"base" enum:"auto,none,unary,pieces" help:"none: all weights (one to four) by the method; unary: node weights first, then a factor of them and strengths; pieces: all weights first, then a factor of node and one of pair scores; auto: by the weights, or the better of unary and pieces on the training set"`
	Step       float64 `json:"step" range:"(0,inf)" help:"first step of the parameter that moves most, in its widths; later steps use the same factor of the gradient"`
	Steps      string  `json:"steps" enum:"equal,size" help:"step length α_i of a parameter: the same for all, or proportional to the size of its features, the largest they can be, summed over variables and edges"`
	Starts     int     `json:"starts" range:"[1,1000000]" when:"objective=expected-loss" help:"descents: one from θ = 0, others from random starts; the best one continues; 1 with gradient sampling"`
	Iterations int     `json:"iterations" range:"[1,1000000]" help:"visited θ in each base, by all descents together"`
	Calls      int     `json:"calls" range:"[0,1000000000]" help:"limit of MAP calls per skeleton; 0: no limit"`
	Draws      int     `json:"draws" range:"[1,1000000]" help:"samples of each box or face, if sampled"`
	Kappa      float64 `json:"kappa" range:"[0,1e9]" when:"objective=expected-loss" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	Lambda     float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² of weights learned first"`

	Width json.RawMessage `json:"width" help:"w of the box, or w_i of each parameter: [[1, 0.5]]"`
}

// sampled reports whether gradients are means of samples.
func (l *Skeleton) sampled() bool {
	return l.Objective == kindPMAP || l.Objective == kindExpectedLoss &&
		l.Gradient == gradientSampling
}

// Fit runs the descent. Checkpoints carry
//
//   - "expected-loss": R of their weights, exact by faces and regions if "unresolved" is 0,
//     otherwise an estimate
//   - "objective": R, if it is the objective and exact
//   - "unresolved": the largest share with possibly better labelings among the regions behind the
//     gradient and R (1 for samples), mean over the instances
//   - "centre-loss": the loss of the labelings at the centre of the box, those of decoder map
//   - "theta-1", …: θ
//
// A fit converges if the exact gradient is 0, apart from strengths at 0 with a gradient that would
// lower them. If a non-sampled estimate is 0, the fit ends at a limit. With several Starts it
// converges if the reported θ has such a gradient.
func (l *Skeleton) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("skeleton: no training instance has all its labels: %w",
			errors.ErrUnsupported)
	}
	if l.several() && l.sampled() {
		return fmt.Errorf("skeleton: starts is %d and gradient is %s: the least of noisy "+
			"expected losses is not the best; set starts to 1, or gradient to %s",
			l.Starts, l.Gradient, gradientFaces)
	}
	if err := t.Graphs(); err != nil {
		return fmt.Errorf("skeleton: %w", err)
	}
	fits, err := l.fits(t)
	if err != nil {
		return err
	}
	now, best := fits[0], fits[0]
	state := func() sp.Checkpoint {
		shown := best
		if now.before(best) {
			shown = now
		}
		at := shown.checkpoint()
		at.LearnedFrom(len(shown.all), t)
		return at
	}
	return learner.Record(t, emit, state, func(r *learner.Recorder) (end error) {
		for _, now = range fits {
			if err := now.learnBase(r); err != nil {
				return err
			}
			now.begin()
			err := r.Steps(l.Iterations, now.step)
			if !ended(err) {
				return err
			}
			if now == best || now.before(best) {
				best, end = now, err
			}
			now.energies = nil
		}
		return end
	})
}

package marginalpmap

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Values of MarginalPMAP.Objective.
const (
	kindJoint    = "joint"
	kindMarginal = "marginal"
	kindWeighted = "weighted"
)

// Values of MarginalPMAP.Partial.
const (
	partialImpute = "impute"
	partialKnown  = "known"
	partialBoth   = "both"
)

// Values of MarginalPMAP.Step.
const (
	stepBounded  = "bounded"
	stepStandard = "standard"
)

// visit is the least cost of a step.
var visit = sp.Counts{Visits: 1, MAP: 1}

// A MarginalPMAP is trained by stochastic gradient descent on
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// with one of three losses. All replace log-partition functions by expected maxima over
// perturbations z (Shpakova, Bach & Osokin 2018; f is the score, z has mean zero):
//
//	joint     ℓ = A(x) − f(y), A(x) = E_z max_y {f(y) + Σ_d z_d(y_d)}     (Algorithm 1)
//	marginal  ℓ = Σ_d [A(x) − B_d(x)],                                    (Algorithm 2)
//	          B_d(x) the same maximum with y_d at its gold label
//	weighted  ℓ = Σ_d θ_d(y_d)·[A(x) − B_d(x)],                           (equation 6)
//	          θ the weights of the task's loss
//
// The joint loss is convex and an upper bound of the negative log-likelihood, since A(x) >= log
// Z(x) (proposition 1; the inequality after equation 3 is printed the wrong way round). The
// marginal loss, made for the Hamming loss, is a difference of convex functions. Without edges both
// are exact logistic regression.
//
// As printed, the step of Algorithm 2 has a single y_B*. The objective (5) is a sum over d, and so
// is the gradient here: Σ_d [Ψ(y_B,d) − Ψ(y_A)], without a division by the number of variables. The
// scale of weighted is that of its loss. With hamming-count it equals marginal. The weights of
// weighted-hamming and of the mean hamming sum to 1: the loss is about 1/D of marginal, and λ must
// be chosen accordingly.
//
// A visit takes the mean over Samples draws of τ·z, z of the family Noise and τ the Temperature.
// Likelihood and bound mean Gumbel noise, and ℓ/τ under the scores over τ. Decoders get these
// scores, since the noise of perturb has scale 1. With any noise the joint loss is the perturbed
// Fenchel–Young loss of Berthet et al. (2020).
//
// Step chooses the step sizes γ_h. "standard" uses the paper's 1/(λh) (its section 2.2). "bounded"
// uses the smaller of that and distance over gradients (step.go).
//
// GumbelReduction and DynamicCuts change only the time. With every exact solver the weights keep
// all bits, because perturbed scores have a unique maximiser. An approximate solver (more than two
// labels on a wide graph) may miss y_A in the search for y_B,d.
//
// # Unknown labels
//
// Instances with unknown labels join in a second stage (Algorithm 3). Their label probabilities q,
// given the known or allowed labels, are estimated under w_1, the result of the first stage, from
// Draws perturbed maximisers. The second stage starts at w_1 on the instances of both kinds,
//
//	F(w) = λ/2·‖w‖² + (Σᵢ aᵢ·ℓᵢ(w) + κ·Σₗ aₗ·ℓₗ(w)) / (Σᵢ aᵢ + κ·Σₗ aₗ),
//	ℓₗ = Σ_d Σ_k q_d(k)·[A(x) − B_d,k(x)],                                (Algorithm 4)
//	     each summand times θ_d(k) for weighted
//
// The maxima A and B are over the labelings that agree with the known labels (P(y_d | x, y_given)
// of section 4): known labels have no gradient of their own. θ takes class sizes from q. Partial
// selects other readings of Table 1. With "both", A and B are over all labelings, and q is 1 at
// known labels. With "known", they are too, and the sum is over the known variables alone:
//
//	ℓₗ = Σ_{d known} [A(x) − B_d(x)],                                (left column of Table 1)
//
// each summand times θ_d(y_d) for weighted, by the sizes of the known variables. It needs no q, and
// leaves out variables with several candidates.
//
// κ multiplies a sum, as in equation 7: it is a weight per instance. λ belongs to the mean, as
// everywhere here (the λ of equation 7, without a mean, is λ·(N+κL)). Step sizes continue from the
// first stage, since large steps would wipe out w_1. Averaging starts again.
//
// The joint loss uses a labeling in place of q: the MAP under w_1 given the known labels, treated
// as gold, with "impute" and "both" alike. With "known" it needs none: ℓ = A(x) − B(x). B is the
// expected maximum given the known labels, by the same perturbations. ℓ is the likelihood of these
// labels with both sums replaced.
type MarginalPMAP struct {
	Objective       string  `json:"objective" enum:"joint,marginal,weighted" help:"likelihood of labelings (perturb & MAP), of each variable by itself, or weighted like the loss"`
	Lambda          float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances; a step is at most 1/(λh)"`
	Step            string  `json:"step" enum:"bounded,standard" help:"step sizes γ_h: smaller of 1/(λh) and distance over gradients, or 1/(λh) as in the paper"`
	Noise           string  `json:"noise" enum:"gumbel,normal,logistic" help:"noise z on node scores"`
	Temperature     float64 `json:"temperature" range:"(0,inf)" help:"scale τ of the noise"`
	Samples         int     `json:"samples" range:"[1,1000000]" help:"draws M of the noise per visit"`
	Passes          int     `json:"passes" range:"[0,1000000]" help:"visits per labelled instance in the first stage; 0: until the budget ends, or 50 without a budget or with a second stage"`
	Iterations      int     `json:"iterations" range:"[0,1000000000]" help:"steps of the first stage, instead of passes; 0: use passes"`
	PartialPasses   int     `json:"partial_passes" range:"[0,1000000]" help:"visits per instance in the second stage; 0: until the budget ends, or 50 without a budget"`
	Kappa           float64 `json:"kappa" range:"[0,1e9]" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	Draws           int     `json:"draws" range:"[1,1000000]" help:"perturbed maximisers to estimate probabilities of unknown labels; joint uses the MAP instead"`
	Partial         string  `json:"partial" enum:"impute,known,both" help:"instances with unknown labels: learn imputed labels given the known ones, the known labels alone, or both; joint: both is impute"`
	Batch           int     `json:"batch" range:"[1,1000000]" help:"instances per step"`
	Average         bool    `json:"average" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
	GumbelReduction bool    `json:"gumbel_reduction" help:"solve only for labels missing in the perturbed maximiser; off: for all, same result; not used by joint"`
	DynamicCuts     bool    `json:"dynamic_cuts" help:"clamp a label in the solved problem if the oracle can; off: a MAP call from scratch, same result; not used by joint"`
	encoder.Encoder
}

// Fit runs double SGD from w = 0, with a new permutation of the instances for each pass.
// Checkpoints carry means over the visits since the last checkpoint:
//
//   - "loss-estimate", unbiased for the mean ℓ along the way
//   - "variables", the number D of variables
//   - "mismatches", the number of problems left by Gumbel reduction: wrong variables of the
//     perturbed maximiser, or with q its missing labels among those with q_d(k) > 0
func (l *MarginalPMAP) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("marginalpmap: no training instance has all its labels: %w",
			errors.ErrUnsupported)
	}
	if _, ok := t.Loss.(sp.NodeLoss); l.Objective == kindWeighted && !ok {
		return fmt.Errorf("marginalpmap: objective %s: the loss does not sum over variables, so "+
			"it gives them no weights: %w", kindWeighted, errors.ErrUnsupported)
	}
	t, emit, joint, err := l.Begin(t, emit, true)
	if err != nil {
		return err
	}
	defer joint.Close()
	s := newSGD(t, l)
	s.encoder = joint
	state := func() sp.Checkpoint {
		at := s.checkpoint()
		if s.guesses == nil {
			at.LearnedFrom(len(t.Train), t)
		}
		return at
	}
	return learner.Record(t, emit, state, func(r *learner.Recorder) error {
		both := len(t.Partial) > 0 && l.Kappa > 0
		first := learner.Limit(l.Passes, len(t.Train), t.Budget.Binds(visit) && !both)
		if l.Iterations > 0 {
			first = l.Iterations * l.Batch
		}
		if err := r.Resume(&s.guesses); err != nil {
			return err
		}
		if s.guesses != nil {
			s.join(t.Partial, l.Kappa, l.Draws)
		}
		if err := r.Resume(s); err != nil {
			return err
		}
		if s.guesses == nil {
			if err := l.stage(r, s, first); !both || !errors.Is(err, sp.ErrLimit) {
				return err
			}
			if err := s.include(t.Partial, l.Kappa, l.Draws); err != nil {
				return err
			}
		}
		return l.stage(r, s, learner.Limit(l.PartialPasses, t.N(), t.Budget.Binds(visit)))
	})
}

// Potentials implements learner.Scorer: scores over τ, the learned ones under noise of scale 1.
func (l *MarginalPMAP) Potentials(t *sp.Task, p *sp.Potentials, w []float64, x *sp.Instance) error {
	err := l.Encoder.Potentials(t, p, w, x)
	p.Scale(1 / l.Temperature)
	return err
}

// stage runs steps of limit visits in all.
func (l *MarginalPMAP) stage(r *learner.Recorder, s *sgd, limit int) error {
	return r.Steps((limit-1)/l.Batch+1, func() error {
		batch := min(l.Batch, limit-s.staged)
		s.staged += batch
		return s.step(batch)
	})
}

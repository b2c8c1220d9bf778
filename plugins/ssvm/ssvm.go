package ssvm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// Values of SSVM.Solver.
const (
	solverBCFW        = "bcfw"
	solverGap         = "bcfw-gap"
	solverSubgradient = "subgradient"
	solverStochastic  = "stochastic-subgradient"
	solverPerceptron  = "perceptron"
)

// visit is the least cost of a step in the long run.
var visit = sp.Counts{Visits: 1, MAP: 1}

// An SSVM is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·max_y [L(yᵢ,y) + ⟨w, φ(xᵢ,y)⟩ − ⟨w, φ(xᵢ,yᵢ)⟩]
//
// over the w that satisfy the feature map's sign constraints, with L the task's loss. λ is that of
// Lacoste-Julien et al. 2013; the C of svm-struct, and that of Nowozin & Lampert 2010, is 1/λ. The
// perceptron minimises no F: the other solvers refine its rule.
//
// # Unknown labels
//
// Instances with unknown labels join in a second stage. Each gets the best labeling under w_1, the
// result of the first stage, given its known or allowed labels. From then on that labeling is its
// gold one, also for the loss (Shpakova, Bach & Osokin 2018, section 5.2):
//
//	F(w) = λ/2·‖w‖² + (Σᵢ aᵢ·ℓᵢ(w) + κ·Σₗ aₗ·ℓₗ(w)) / (Σᵢ aᵢ + κ·Σₗ aₗ).
//
// Labels are imputed once, or Imputations times, each time under the result of the stage before. This
// is CCCP for the latent-variable SVM (Yu & Joachims 2009, Algorithm 1), with the loss against
// imputed labels. It ends early when no label changes. After a further imputation solvers with dual
// variables begin at w = 0, the others where they are. In the second stage the dual solvers
// and the batch subgradient keep the dual variables of the labelled instances. At first w is
// therefore the last iterate times Σᵢaᵢ/(Σᵢaᵢ + κ·Σₗaₗ), and the bound is a bound of the new F from
// the start. The others start at w_1. Averaging starts again; the numbers of steps continue.
type SSVM struct {
	Solver        string  `json:"solver" enum:"bcfw,bcfw-gap,subgradient,stochastic-subgradient,perceptron" help:"optimiser; perceptron: the structured perceptron, without loss and regulariser"`
	Lambda        float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances; nothing to the perceptron"`
	Passes        int     `json:"passes" range:"[0,1000000]" help:"mean oracle calls per labelled instance in the first stage; 0: until the budget ends, or 50 without a budget or with a second stage"`
	PartialPasses int     `json:"partial_passes" range:"[0,1000000]" help:"mean oracle calls per instance in the second stage; 0: until the budget ends, or 50 without a budget"`
	Imputations   int     `json:"imputations" range:"[1,1000]" help:"rounds of imputing unknown labels, each with a second stage of its own; it ends when no label changes (CCCP)"`
	Kappa         float64 `json:"kappa" range:"[0,1e9]" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	Average       bool    `json:"average" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates (perceptron: their plain mean) instead of the last one"`
	Shift         float64 `json:"shift" range:"[0,1e9]" help:"m in the step sizes (1+m)/(λ(t+m)) of both subgradient solvers: 1/(λt) for 0, 2/(λ(t+1)) for 1"`
	GapSampling   bool    `json:"gap_sampling" when:"solver=bcfw-gap" help:"draw instances in proportion to their last known block gaps"`
	Pairwise      bool    `json:"pairwise" when:"solver=bcfw-gap" help:"move weight from the labeling of lowest score, not from all"`
	Cache         bool    `json:"cache" when:"solver=bcfw-gap" help:"use a cached labeling instead of an oracle call if its block gap is large enough"`
	encoder.Encoder
}

// A method is a running solver.
type method interface {
	// step changes the state. If it returns an error, possibly sp.ErrLimit, the state is unchanged.
	step() error
	// checkpoint returns the weights to use and the values known for them.
	checkpoint() sp.Checkpoint
	// extend continues with limit oracle calls on t, whose first training instances are the present
	// ones, from w or from the solver's own state.
	extend(t *sp.Task, limit int, w []float64)
	learner.Resumable
}

// Fit runs the solver from w = 0. F is that of the stage. Checkpoints carry
//
//   - "bound" (dual solvers bcfw and bcfw-gap, batch subgradient): the dual value, a lower bound on
//     min F for any iterate
//   - "gap-estimate" (dual solvers): the sum of the block gaps at the last oracle calls
//   - "missed-maxima" (dual solvers): the number of visits without a step, because an approximate
//     oracle missed the maximum and no earlier labeling could replace it; absent if 0
//   - "mistakes" (perceptron): the share of mistakes among the visits since the last checkpoint
func (l *SSVM) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	t, emit, joint, err := l.Begin(t, emit, l.Solver == solverStochastic ||
		l.Solver == solverPerceptron)
	if err != nil {
		return err
	}
	defer joint.Close()
	first, err := l.method(t, joint)
	if err != nil {
		return err
	}
	m := &running{first}
	var imputed []int32 // nil in the first stage
	round := 0          // of imputing
	state := func() sp.Checkpoint {
		at := l.claiming(m.method, t)()
		if imputed == nil {
			at.LearnedFrom(len(t.Train), t)
		}
		return at
	}
	return learner.Record(t, emit, state, func(r *learner.Recorder) error {
		if err := r.Resume(&imputed, &round); err != nil {
			return err
		}
		next := func(w []float64) (err error) { // begins a second stage
			if round <= 1 || l.Solver == solverStochastic || l.Solver == solverPerceptron {
				l.join(m, t, imputed, w)
				return nil
			}
			whole := relabelled(t, imputed, l.Kappa)
			if m.method, err = l.method(whole, joint); err == nil {
				m.extend(whole, l.second(t), make([]float64, t.Map.Dim()))
			}
			return err
		}
		if imputed != nil {
			if err := next(nil); err != nil {
				return err
			}
		}
		if err := r.Resume(m, joint); err != nil {
			return err
		}
		for {
			err := r.Steps(math.MaxInt, m.step)
			if !l.joins(t) || !errors.Is(err, sp.ErrLimit) || round == l.Imputations {
				return err
			}
			w := r.Hold().Weights
			labels, failed := impute(t, w)
			if failed != nil {
				return failed
			}
			if slices.Equal(labels, imputed) {
				return err
			}
			imputed, round = labels, round+1
			if err := next(w); err != nil {
				return err
			}
		}
	})
}

// A running is the solver of the stage under way.
type running struct{ method }

func (r *running) step() error { return r.method.step() }

// second returns the limit of oracle calls of a second stage.
func (l *SSVM) second(t *sp.Task) int {
	return learner.Limit(l.PartialPasses, t.N(), t.Budget.Binds(visit))
}

// join begins the second stage, with labels for t.Partial, at w.
func (l *SSVM) join(m method, t *sp.Task, labels []int32, w []float64) {
	m.extend(relabelled(t, labels, l.Kappa), l.second(t), w)
}

// joins reports whether there is a second stage.
func (l *SSVM) joins(t *sp.Task) bool { return len(t.Partial) > 0 && l.Kappa > 0 }

// method returns the solver at its start.
func (l *SSVM) method(t *sp.Task, joint *encoder.Fit) (method, error) {
	if len(t.Train) == 0 {
		return nil, fmt.Errorf("ssvm: no training instance has all its labels: %w",
			errors.ErrUnsupported)
	}
	loss, ok := t.Loss.(sp.NodeLoss)
	weighting := optim.Linear
	if l.Solver == solverPerceptron {
		loss, ok, weighting = nil, true, optim.Uniform
	}
	if !ok {
		return nil, fmt.Errorf(
			"ssvm: the loss does not sum over variables, so no oracle can be augmented by it: %w",
			errors.ErrUnsupported)
	}
	o := newMaxOracle(t, loss, learner.Limit(l.Passes, len(t.Train), t.Budget.Binds(visit) &&
		!l.joins(t)))
	o.encoder = joint
	it := optim.NewIterate(t.Map.Dim(), t.Map.NonNegative(), nil)
	if l.Average {
		it.Average = optim.NewAverage(t.Map.Dim(), weighting)
	}
	r := optim.NewOrder(len(t.Train), optim.Permuted, t.Seed)
	switch l.Solver {
	case solverGap:
		return newGapBCFW(newBCFW(o, it, r, l.Lambda), l.GapSampling, l.Pairwise, l.Cache), nil
	case solverSubgradient:
		return newSubgradient(o, it, l.Lambda, l.Shift), nil
	case solverStochastic:
		return newStochastic(o, it, r, l.Lambda, l.Shift), nil
	case solverPerceptron:
		return newPerceptron(o, it, r), nil
	}
	return newBCFW(o, it, r, l.Lambda), nil
}

// claiming adds the reported objective to the checkpoints of m. The dual solvers certify their
// bound. A fit with unknown labels reports no objective, because only the learner knows its imputed
// labels.
func (l *SSVM) claiming(m method, t *sp.Task) func() sp.Checkpoint {
	if l.Solver == solverPerceptron || l.joins(t) {
		return m.checkpoint
	}
	return func() sp.Checkpoint {
		c := m.checkpoint()
		c.Objective = &sp.Objective{Kind: sp.ObjectiveHinge, Lambda: l.Lambda}
		if d, ok := m.(interface{ dual() [][]sp.Atom }); ok {
			c.Dual = d.dual
		}
		return c
	}
}

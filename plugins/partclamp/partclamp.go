package partclamp

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Values of PartClamp.Objective.
const (
	objectiveBound     = "bound"
	objectiveComposite = "composite"
	objectivePseudo    = sp.ObjectivePseudolikelihood
	objectiveCD        = "cd"
)

// Values of PartClamp.Mode, Growth, Bound and Clamp.
const (
	growthNone = "none"

	modeBatch  = "batch"
	modeOnline = "online"

	boundArithmetic = string(bound.Arithmetic)
	boundGeometric  = string(bound.Geometric)

	clampMAP      = "map"
	clampMarginal = "marginal-map"
)

// A PartClamp is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// over the w that satisfy the feature map's sign constraints. The objective defines ℓ, for M
// partitions (A,B) of the variables, A a forest:
//
//	bound             a lower bound on log Z, by package bound, minus ⟨w, φ(x,y)⟩: from the
//	                  gold state of each B, which is never dropped (so ℓ ≥ 0), and
//	                  States further ones
//	                  States further ones. With an empty A (growth: none) it is the non-local
//	                  contrastive objective (Vickrey, Lin & Koller 2010)
//	composite         −(1/M)·Σ_A log p(y_A | y_B, x): the geometric bound without further
//	                  states, for any value of States
//	pseudolikelihood  −Σ_d log p(y_d | y of the neighbours, x)
//	cd                none: the likelihood's step with φ of one labeling, k sweeps of Gibbs
//	                  sampling away from the gold one, in place of its mean
//
// Instances with unknown labels join in a second stage, by bound with κ times their weight. Then ℓ is
// the bound minus the same bound given the known labels. Both begin with the best labeling given
// these labels, under the result of the first stage. A difference of bounds is a surrogate. It is no
// bound and not convex.
//
// λ belongs to the mean over instances. A good λ for one objective need not suit another.
type PartClamp struct {
	Objective  string  `json:"objective" enum:"bound,composite,pseudolikelihood,cd" help:"a lower bound on log Z; for comparison: composite likelihood, pseudolikelihood, contrastive divergence"`
	Mode       string  `json:"mode" enum:"batch,online" help:"rounds of L-BFGS with all examples tightened in between; or SGD that tightens an example before its step"`
	Lambda     float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Bound      string  `json:"bound" enum:"arithmetic,geometric" when:"objective=bound" help:"mean of the partitions' sums of states; their maximum has no gradient where two are equal"`
	Partitions int     `json:"partitions" range:"[1,64]" when:"objective=bound,composite" help:"partitions M of each example; one if a forest has all variables"`
	Growth     string  `json:"growth" enum:"breadth-first,depth-first,none" when:"objective=bound,composite" help:"growth of forests; breadth-first leaves a smaller B on grids; none: A is empty, so that states are whole labelings, the non-local contrastive objective of Vickrey et al. 2010"`
	States     int     `json:"states" range:"[0,1000]" when:"objective=bound" help:"largest number of states of each B beside gold; better ones replace the smallest sum; batch finds one per round, except the last"`
	Clamp      string  `json:"clamp" enum:"map,marginal-map" when:"objective=bound" help:"states by the solver's MAP, or by messages that sum over A and maximise over B"`
	Sweeps     int     `json:"sweeps" range:"[1,1000]" when:"objective=bound" help:"most sweeps of messages, for marginal-map, and for map if the solver has no MAP (wide graphs, full tables)"`
	Rounds     int     `json:"rounds" range:"[0,1000]" when:"mode=batch" help:"most rounds of learning, with tightening in between (objective: bound only); 0: 10"`
	Tolerance  float64 `json:"tolerance" range:"(0,1)" when:"mode=batch" help:"relative distance from the minimum at which L-BFGS stops, and least change for a further round"`
	Passes     int     `json:"passes" range:"[0,1000000]" when:"mode=online" help:"visits of each training instance; 0: until the budget ends the fit, or 50 where there is none"`
	Eta        float64 `json:"eta" range:"[0,inf)" when:"mode=online" help:"η of the step η/(t+shift), t = 1, 2, … counting instances; 0: 1/λ, and, but for cd, no step longer than the distance so far over the gradients; none is longer than 1/λ"`
	Shift      float64 `json:"shift" range:"[0,inf)" when:"mode=online" help:"shift of the step η/(t+shift); default for losses summed over thousands of pixels"`
	Average    bool    `json:"average" when:"mode=online" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
	Kappa      float64 `json:"kappa" range:"[0,1e9]" when:"objective=bound" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	K          int     `json:"k" range:"[1,1000]" when:"objective=cd" help:"sweeps of Gibbs sampling from the gold labeling: the k of CD-k, not a number of labels"`
	encoder.Encoder
}

// Fit starts at w = 0.
//
// In mode batch, checkpoints carry F(w), for objective bound under the states of the round. L-BFGS
// stops when F is proved to be within Tolerance·F of its minimum, or when no step makes progress
// (see [optim.Strong]). Rounds end when no example gets a new state, or when the minimum changed by
// at most Tolerance·F; more states could then still improve the bound a little.
//
// In mode online, checkpoints carry "loss-estimate", the mean ℓ of the visits since the last
// checkpoint, each after tightening. For objective cd they carry nothing.
func (c *PartClamp) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	switch {
	case c.Objective == objectiveComposite && c.Growth == growthNone:
		return fmt.Errorf("partclamp: growth: without a forest, objective: %s is 0 everywhere; "+
			"use objective: %s: %w", objectiveComposite, objectiveBound, sp.ErrParams)
	case c.Objective == objectiveCD && c.Mode == modeBatch:
		return fmt.Errorf("partclamp: objective: %s minimises no function, so mode: %s does not "+
			"work; use mode: %s: %w", objectiveCD, modeBatch, modeOnline, sp.ErrParams)
	case c.Objective != objectiveBound && c.Rounds > 0:
		return fmt.Errorf("partclamp: rounds: objective: %s does not learn in rounds; leave "+
			"rounds out, or use objective: %s: %w", c.Objective, objectiveBound, sp.ErrParams)
	case len(t.Train) == 0:
		return fmt.Errorf("partclamp: no training instance has all its labels: %w",
			errors.ErrUnsupported)
	}
	if err := t.Graphs(); err != nil {
		return fmt.Errorf("partclamp: %w", err)
	}
	t, emit, joint, err := c.Begin(t, emit, c.Mode == modeOnline)
	if err != nil {
		return err
	}
	defer joint.Close()
	r := newRun(c, t)
	r.joint = joint
	state := func() sp.Checkpoint {
		at := r.checkpoint()
		if !r.weak {
			at.Objective = c.claim()
			at.LearnedFrom(len(t.Train), t)
		}
		return at
	}
	return learner.Record(t, emit, state, func(rec *learner.Recorder) error {
		r.Recorder = rec
		return r.stages()
	})
}

// claim returns the objective reported with a checkpoint. The harness audits only the
// pseudolikelihood.
func (c *PartClamp) claim() *sp.Objective {
	switch c.Objective {
	case objectiveCD:
		return nil
	case objectiveBound:
		return &sp.Objective{Kind: c.Bound + " part-and-clamp bound", Lambda: c.Lambda}
	case objectiveComposite:
		return &sp.Objective{Kind: "composite likelihood of forests", Lambda: c.Lambda}
	}
	return &sp.Objective{Kind: c.Objective, Lambda: c.Lambda}
}

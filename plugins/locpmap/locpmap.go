package locpmap

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Values of LocPMAP.Solver.
const (
	solverLBFGS = "lbfgs"
	solverSGD   = "sgd"
)

// Values of LocPMAP.Unaries.
const (
	unariesFeatures = "features"
	unariesNetwork  = "network"
)

// Values of LocPMAP.Pairs.
const (
	pairsLearned = "learned"
	pairsNone    = "none"
	pairsNever   = "never"
)

// A LocPMAP is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w),  ℓ = −Σ_β log p(y_β | y_−β, x)
//
// over the w that satisfy the feature map's sign constraints. With blocks β of one variable, ℓ is
// the pseudolikelihood (Besag 1975). With larger blocks, disjoint for Theorem 4.2, it is the
// composite likelihood. F is convex. The paper maximises the sum over instances without a
// regulariser: λ → 0.
//
// On image grids, blocks are rectangles, cut off at the right and lower border. On other graphs
// they are connected sets of at most as many variables (see [local.Divide]). A block may have up to
// 4096 labelings.
//
// Instances with unknown labels are used too. Variables of unknown label are removed with their
// edges, and F is that of the known labels on the remaining graph. Instances without any known
// label do not count.
//
// With Unaries "network" the score of a label is the sum of a linear score of the features and the
// score of a convolutional network of the image (see [run.stages]).
//
// Training makes no oracle calls; evaluating an instance is a visit. F is evaluated on all
// processors, with the same bits for any number of them.
type LocPMAP struct {
	Block     string  `json:"block" enum:"1x1,1x2,2x1,2x2,1x3,3x1,2x3,3x2,3x3" help:"rows and columns of blocks on image grids; on other graphs connected sets of at most that size; 1x1: pseudolikelihood"`
	Lambda    float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Solver    string  `json:"solver" enum:"lbfgs,sgd" help:"L-BFGS, or stochastic gradient descent"`
	Tolerance float64 `json:"tolerance" range:"(0,1)" when:"solver=lbfgs" help:"relative distance from the minimum at which lbfgs stops"`
	Passes    int     `json:"passes" range:"[0,1000000]" when:"solver=sgd" help:"visits of each training instance; 0: until the budget ends the fit, or 50 where there is none"`
	Eta       float64 `json:"eta" range:"[0,inf)" when:"solver=sgd" help:"η of the step η/(t+shift), t = 1, 2, … counting instances; 0: 1/λ, and no step longer than the distance so far over the gradients; none is longer than 1/λ"`
	Shift     float64 `json:"shift" range:"[0,inf)" when:"solver=sgd" help:"shift of the step η/(t+shift)"`
	Average   bool    `json:"average" when:"solver=sgd" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
	Centre    bool    `json:"centre" help:"move the mean effects of labels from pair tables to node scores, with the same total scores; matters to decoders that start from node scores"`
	Unaries   string  `json:"unaries" enum:"features,network" help:"node scores: linear in the features, or plus a convolutional network (image grids with dense features, solver lbfgs)"`
	Pairs     string  `json:"pairs" enum:"learned,none,never" when:"unaries=network" help:"pair scores during training of the network: learned before, or none; never: no pairs or features at all, only the network"`
	Epochs    int     `json:"epochs" range:"[1,1000000]" when:"unaries=network" help:"visits per training instance to train the network"`
	Batch     int     `json:"batch" range:"[1,1000000]" when:"unaries=network" help:"instances per step"`
	Rate      float64 `json:"rate" range:"(0,inf)" when:"unaries=network" help:"initial step per derivative of the mean ℓ of a variable; falls linearly to 0"`
	encoder.Encoder

	widths []int // channels of the network's layers

	scorer *scorer // of Potentials
}

// Fit starts at w = 0. L-BFGS stops when F(w) is proved to be within Tolerance·F(w) of its minimum,
// since F is λ-strongly convex, or when no step makes progress (see [optim.Strong]). Its
// checkpoints carry F(w) and a lower bound on the minimum. Checkpoints of sgd and of the network's
// training carry "loss-estimate", the mean ℓ of the visits since the last checkpoint.
//
// A fit with a network ends after its Epochs. λ regularises the weights of the features, not of the
// network. Bounds are on the minimum over the features' weights with the learned network fixed;
// before that there are none. A budget of visits first reserves the Epochs (see [run.stages]). If
// it is too small for them, the error wraps errors.ErrUnsupported. If a time budget ends before the
// network's training begins, Fit fails.
func (l *LocPMAP) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	switch {
	case l.On() && l.Unaries == unariesNetwork:
		return fmt.Errorf("locpmap: an encoder does not work with unaries: %s; choose one of them: %w",
			unariesNetwork, errors.ErrUnsupported)
	case l.On() && !l.Frozen && slices.ContainsFunc(t.Partial, partly):
		return fmt.Errorf("locpmap: variables of unknown label are left out, and an encoder in "+
			"training needs whole instances; use frozen: true: %w", errors.ErrUnsupported)
	}
	if err := t.Graphs(); err != nil {
		return fmt.Errorf("locpmap: %w", err)
	}
	t, emit, joint, err := l.Begin(t, emit, l.Solver == solverSGD)
	if err != nil {
		return err
	}
	defer joint.Close()
	r := &run{LocPMAP: l, task: t, joint: joint, w: make([]float64, t.Map.Dim())}
	state := func() sp.Checkpoint {
		at := r.checkpoint()
		at.Objective, at.Weights = r.objective(), r.unaries.withNetwork(at.Weights)
		at.LearnedFrom(len(r.train), t)
		return at
	}
	return learner.Record(t, emit, state, func(rec *learner.Recorder) error {
		r.Recorder = rec
		if l.Solver == solverSGD {
			if err := rec.Resume(joint); err != nil { // prepare copies its scores
				return err
			}
		}
		if err := r.prepare(); err != nil {
			return err
		}
		switch {
		case l.Unaries == unariesNetwork:
			return r.stages()
		case l.Solver == solverSGD:
			return r.stochastic()
		}
		return r.batch(t.Visit)
	})
}

package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// Values of LocPMAP.Solver.
const (
	solverLBFGS = "lbfgs"
	solverSGD   = "sgd"
)

// A LocPMAP is trained by minimising
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w),  ℓ = −Σ_β log p(y_β | y_−β, x)
//
// over the w that satisfy the feature map's sign constraints: with blocks β of one
// variable the pseudolikelihood (Besag 1975), with larger ones, which must be disjoint
// for Theorem 4.2, the composite likelihood. F is convex. The paper maximises the sum
// over instances without a regulariser: λ → 0.
//
// Blocks are rectangles where an instance is an image grid, cut off at its right and
// lower side; on other graphs connected sets of as many variables at most (see
// [local.Divide]). A block may have up to 4096 labelings.
//
// Instances with unknown labels are learned from too: a variable whose label is unknown
// is taken out with its edges, so that F is that of the known labels on the graph that
// is left. Instances without any known label do not count.
//
// No oracle is asked; evaluating an instance is a visit. F is evaluated on all
// processors, with the same bits for any number of them.
type LocPMAP struct {
	Block     string  `json:"block" enum:"1x1,1x2,2x1,2x2,1x3,3x1,2x3,3x2,3x3" help:"rows and columns of the blocks on image grids; on other graphs blocks are connected and have as many variables at most; 1x1 is the pseudolikelihood"`
	Lambda    float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Solver    string  `json:"solver" enum:"lbfgs,sgd" help:"L-BFGS, or stochastic gradient descent"`
	Tolerance float64 `json:"tolerance" range:"(0,1)" when:"solver=lbfgs" help:"relative distance of the objective from its minimum at which lbfgs stops"`
	Memory    int     `json:"memory" range:"[0,1000]" when:"solver=lbfgs" help:"past steps that L-BFGS keeps; 0: as many as fit in 64 MiB, 10 to 100"`
	Passes    int     `json:"passes" range:"[0,1000000]" when:"solver=sgd" help:"visits of each training instance; 0: until the budget ends the fit, or 50 where there is none"`
	Eta       float64 `json:"eta" range:"[0,inf)" when:"solver=sgd" help:"η of the step η/(t+shift), t = 1, 2, … counting instances; 0: 1/λ; no step is longer than 1/λ"`
	Shift     float64 `json:"shift" range:"[0,inf)" when:"solver=sgd" help:"shift of the step η/(t+shift)"`
	Average   bool    `json:"average" when:"solver=sgd" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
}

// Fit starts at w = 0. L-BFGS ends when F(w) is proved to be within Tolerance·F(w) of
// its minimum, F being λ-strongly convex, or when F has all but stopped to fall (see
// [optim.Strong]); its checkpoints carry F(w) and a lower bound on the minimum. Those
// of sgd carry the mean ℓ of the visits since the one before, as "loss-estimate".
func (l *LocPMAP) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	r := &run{LocPMAP: l, task: t}
	if err := r.prepare(); err != nil {
		return err
	}
	state := func() sp.Checkpoint {
		at := r.checkpoint()
		at.Objective = r.objective()
		return at
	}
	return learner.Record(t, emit, state, func(rec *learner.Recorder) error {
		r.Recorder = rec
		if l.Solver == solverSGD {
			return r.stochastic()
		}
		return r.batch()
	})
}

// A run is one fit on a task.
type run struct {
	*LocPMAP
	*learner.Recorder
	task       *sp.Task
	train      []sp.Instance            // with all labels known
	partial    bool                     // some of them are parts of the task's
	block      map[*sp.Instance][]int32 // of each variable; nil: each is one
	checkpoint func() sp.Checkpoint
}

// prepare collects what is learned from.
func (r *run) prepare() error {
	var full []*sp.Instance
	for _, list := range [][]sp.Instance{r.task.Train, r.task.Partial} {
		for i := range list {
			x := &list[i]
			if known, some := knownPart(x); some {
				r.train, full = append(r.train, known), append(full, x)
				r.partial = r.partial || !x.Labelled()
			}
		}
	}
	if len(r.train) == 0 {
		return fmt.Errorf("locpmap: no training instance has a known label: %w", errors.ErrUnsupported)
	}
	rows, columns, err := local.ParseBlock(r.Block)
	if err != nil {
		return fmt.Errorf("locpmap: %w", err)
	}
	if rows*columns == 1 {
		return nil
	}
	if k := r.train[0].K; math.Pow(float64(k), float64(rows*columns)) > likelihood.MostConfigurations {
		return fmt.Errorf("locpmap: blocks of %d variables with %d labels have more than %d labelings; choose a smaller block: %w",
			rows*columns, k, likelihood.MostConfigurations, errors.ErrUnsupported)
	}
	r.block = make(map[*sp.Instance][]int32, len(r.train))
	for i := range r.train {
		r.block[&r.train[i]] = onlyKnown(local.Divide(full[i].N(), full[i].Edges, full[i].Shape, rows, columns), full[i])
	}
	return nil
}

// term returns ℓ.
func (r *run) term() likelihood.Term {
	if r.block == nil {
		return &likelihood.Pseudo{}
	}
	return &likelihood.Blocks{Of: func(x *sp.Instance) []int32 { return r.block[x] }}
}

// objective is what a checkpoint claims to minimise. The harness knows the pseudolikelihood of the instances that have
// all their labels; it audits nothing else.
func (r *run) objective() *sp.Objective {
	kind := sp.ObjectivePseudolikelihood
	if r.block != nil {
		kind = "composite likelihood of blocks " + r.Block
	}
	if r.partial {
		kind += " of the known labels"
	}
	return &sp.Objective{Kind: kind, Lambda: r.Lambda}
}

// batch minimises F by L-BFGS.
func (r *run) batch() error {
	t := r.task
	o := &likelihood.Parallel{Map: t.Map, Train: r.train, Lambda: r.Lambda, Term: r.term, Visit: t.Visit}
	w, values := make([]float64, t.Map.Dim()), map[string]float64(nil) // none while the budget is smaller than one evaluation
	at := w
	r.checkpoint = func() sp.Checkpoint { return sp.Checkpoint{Weights: at, Values: values} }
	strong := optim.Strong{
		Minimizer: optim.Minimize, NonNegative: t.Map.NonNegative(), Lambda: r.Lambda, Tolerance: r.Tolerance, Memory: r.Memory,
		Moved: func(w []float64, f, bound float64) error {
			at, values = w, map[string]float64{sp.ValueObjective: f, sp.ValueBound: bound}
			return r.Moved()
		},
	}
	converged, err := strong.Minimize(o.Evaluate, w)
	at = w // the solver's buffers are not to be relied on
	if err == nil && !converged {
		return sp.ErrLimit // of what floating-point numbers resolve
	}
	return err
}

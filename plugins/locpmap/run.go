package locpmap

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

// A run is one fit on a task.
type run struct {
	*LocPMAP
	*learner.Recorder
	task       *sp.Task
	train      []sp.Instance            // instances with all labels known
	partial    bool                     // some of them are parts of the task's
	block      map[*sp.Instance][]int32 // block of each variable; nil: blocks of one variable
	full       []*sp.Instance           // the original instance of each in train
	w          []float64                // of the feature map
	joint      *encoder.Fit             // nil: no encoder
	unaries    *unaries                 // the network; nil: none
	checkpoint func() sp.Checkpoint
}

// prepare collects the training data.
func (r *run) prepare() error {
	for _, list := range [][]sp.Instance{r.task.Train, r.task.Partial} {
		for i := range list {
			x := &list[i]
			if known, some := knownPart(x); some {
				r.train, r.full = append(r.train, known), append(r.full, x)
				r.partial = r.partial || !x.Labelled()
			}
		}
	}
	if len(r.train) == 0 {
		return fmt.Errorf("locpmap: no training instance has a known label: %w",
			errors.ErrUnsupported)
	}
	if r.Unaries == unariesNetwork {
		if err := r.newUnaries(); err != nil {
			return err
		}
	}
	return r.divide()
}

// divide makes the blocks.
func (r *run) divide() error {
	rows, columns, err := local.ParseBlock(r.Block)
	if err != nil {
		return fmt.Errorf("locpmap: %w", err)
	}
	if rows*columns == 1 {
		return nil
	}
	if k := r.train[0].K; math.Pow(float64(k),
		float64(rows*columns)) > likelihood.MostConfigurations {
		return fmt.Errorf("locpmap: blocks of %d variables with %d labels have more than %d "+
			"labelings; choose a smaller block: %w",
			rows*columns, k, likelihood.MostConfigurations, errors.ErrUnsupported)
	}
	r.block = make(map[*sp.Instance][]int32, len(r.train))
	for i := range r.train {
		r.block[&r.train[i]] = onlyKnown(local.Divide(r.full[i].N(), r.full[i].Edges,
			r.full[i].Shape, rows, columns), r.full[i])
	}
	return nil
}

// term returns ℓ, with the network's scores added.
func (r *run) term() likelihood.Term {
	if r.unaries != nil {
		return &shifted{r.loss(), r.unaries.scores}
	}
	return r.loss()
}

// loss returns ℓ.
func (r *run) loss() likelihood.Term {
	if r.block == nil {
		return &likelihood.Pseudo{}
	}
	return &likelihood.Blocks{Of: func(x *sp.Instance) []int32 { return r.block[x] }}
}

// objective returns the objective reported with a checkpoint. The harness audits only the
// pseudolikelihood of instances with all labels known.
func (r *run) objective() *sp.Objective {
	kind := sp.ObjectivePseudolikelihood
	if r.block != nil {
		kind = "composite likelihood of blocks " + r.Block
	}
	if r.partial {
		kind += " of the known labels"
	}
	if r.unaries != nil {
		kind += " with the scores of a network"
	}
	return &sp.Objective{Kind: kind, Lambda: r.Lambda}
}

package direct

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/sp"
)

// Values of Direct.Estimator.
const (
	fenchelYoung  = "fenchel-young"
	fromCosts     = "fenchel-young-costs"
	directLoss    = "direct-loss"
	imle          = "imle"
	aimle         = "aimle"
	blackBox      = "black-box"
	scoreFunction = "score-function"
	sparseMAP     = "sparsemap"
)

// Values of Direct.Side.
const (
	sideTowards = "towards"
	sideAway    = "away"
	sideCentral = "central"
)

var sides = map[string]maxima.Side{
	sideTowards: maxima.Towards, sideAway: maxima.Away, sideCentral: maxima.Central,
}

// visit is the least cost of a step.
var visit = sp.Counts{Visits: 1, MAP: 1}

// A Direct is trained by stochastic gradient descent on
//
//	F(w) = λ/2·‖w‖² + (1/Σᵢaᵢ)·Σᵢ aᵢ·ℓᵢ(w)
//
// with gradients of ℓ from maximisers alone. Package maxima has their formulas. θ are the scores of
// an instance, z noise on its node scores, τ its temperature, and L the task's loss.
//
//	fenchel-young   ℓ = E max_y [θ(y) + τz(y)] − θ(gold): convex in w. With Gumbel noise, τ = 1
//	                and one draw it is the joint loss of marginalpmap
//	fenchel-young-costs  the same for data with costs c, with E y(τz−c) in place of gold: θ = −c is
//	                a minimum; by a further call
//	sparsemap       ℓ = τ·[max_q (E_q θ/τ − ½‖μ‖²) + n/2] − θ(gold), μ the marginals of q: convex in
//	                w, without noise; the oracle must be exact
//
// or, from here on, for the expected loss:
//
//	direct-loss     ℓ = L(y(θ)), by maximisers under θ and θ ∓ εL, without noise
//	black-box       the same with side towards: L is linear in the indicators of labels, so the
//	                interpolation of Vlastelica et al. has this gradient for λ = ε
//	imle            ℓ = E L(y(θ+τz)), by maximisers under the same noise with and without the loss
//	aimle           the same with a central difference, and ε chosen by [maxima.Adaptive]
//	score-function  ℓ = E L of the maximiser under w + τz, for normal noise z on the weights. The
//	                baseline is the mean of the other draws; with one draw it is the loss of the MAP,
//	                by a further call. Perturbed weights are clipped to the sign constraints
//
// These minimise the expected loss, which is flat or not convex. They start from five passes of
// fenchel-young. Their loss must sum over variables; score-function takes any. ε multiplies the
// loss: a mean over n variables wants an ε about n times that of their sum. The variance of
// score-function grows with the number of weights. With thousands it loses what the warm start has
// learned.
//
// The steps are those of [optim.SGD], 1/(λt) and no longer than the distance over the gradients.
//
// With noise on scores, decoders get the scores over τ. The noise of perturb has scale 1.
//
// # Unknown labels
//
// Instances with unknown labels join from the start, with κ times their weight. fenchel-young and
// sparsemap subtract the maximum given the known labels, under the same noise. The other losses
// count known labels only. fenchel-young-costs leaves these instances out: their costs would tell
// the labels, and are not sent.
type Direct struct {
	Estimator   string  `json:"estimator" enum:"fenchel-young,fenchel-young-costs,direct-loss,imle,aimle,black-box,score-function,sparsemap" help:"gradient: perturbed Fenchel–Young loss, or an estimate for the expected loss of the task"`
	Lambda      float64 `json:"lambda" range:"(0,inf)" help:"strength λ of the regulariser λ/2·‖w‖² beside the mean over instances"`
	Noise       string  `json:"noise" enum:"gumbel,normal,logistic" when:"estimator=fenchel-young,fenchel-young-costs,imle,aimle" help:"noise z on the node scores"`
	Temperature float64 `json:"temperature" range:"(0,inf)" help:"scale of the noise: ε of Berthet et al., τ of imle, standard deviation σ of score-function; divisor of the scores of sparsemap; not used by direct-loss and black-box after their warm start"`
	Draws       int     `json:"draws" range:"[1,1000000]" help:"draws M of the noise per visit; not used by sparsemap, and by direct-loss and black-box after their warm start"`
	Calls       int     `json:"calls" range:"[1,1000000]" when:"estimator=sparsemap" help:"maximum number of MAP calls for a distribution"`
	Epsilon     float64 `json:"epsilon" range:"(0,inf)" when:"estimator=direct-loss,imle,black-box" help:"weight of the loss beside the scores: ε of direct-loss, λ of imle and black-box"`
	Side        string  `json:"side" enum:"towards,away,central" when:"estimator=direct-loss,imle" help:"towards the labeling of smaller loss, away from that of larger loss, or both"`
	Eta         float64 `json:"eta" range:"(0,inf)" when:"estimator=aimle" help:"change η of the relative weight α of the loss after a visit"`
	Passes      int     `json:"passes" range:"[0,1000000]" help:"visits per instance, with the warm start; 0: until the budget ends, or 50 without a budget"`
	Kappa       float64 `json:"kappa" range:"[0,1e9]" help:"weight κ of an instance with unknown labels, relative to a labelled one; 0: such instances are ignored"`
	Batch       int     `json:"batch" range:"[1,1000000]" help:"instances per step"`
	Average     bool    `json:"average" help:"use the weighted average 2/(k(k+1))·Σ t·w_t of the iterates instead of the last one"`
	encoder.Encoder

	warm int // passes of fenchel-young before those of an estimator for the expected loss
}

// Fit starts at w = 0, with a new permutation of the instances for each pass. Checkpoints carry
// "loss-estimate": the mean of ℓ over the visits since the last checkpoint, along the way. A
// difference reports the loss of the worse labeling.
func (l *Direct) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	t, emit, joint, err := l.Begin(t, emit, l.Estimator != scoreFunction)
	if err != nil {
		return err
	}
	defer joint.Close()
	train := l.instances(t)
	if len(train) == 0 {
		return fmt.Errorf("direct: no training instance has a known label: %w",
			errors.ErrUnsupported)
	}
	f := &fit{Direct: l, task: t, train: train, joint: joint,
		adaptive: maxima.Adaptive{Eta: l.Eta}}
	if l.Estimator == fromCosts {
		if err := sp.HaveCosts(train); err != nil {
			return fmt.Errorf("direct: estimator %s: %w", l.Estimator, err)
		}
	}
	var ok bool
	if f.costs, ok = t.Loss.(sp.NodeLoss); !ok && !l.likelihood() && l.Estimator != scoreFunction {
		return fmt.Errorf("direct: estimator %s: the loss does not sum over variables, so no "+
			"oracle can be augmented by it: %w", l.Estimator, errors.ErrUnsupported)
	}
	s := f.newSGD()
	state := func() sp.Checkpoint {
		at := sp.Checkpoint{Weights: s.Weights(), Values: s.Values()}
		at.LearnedFrom(len(train), t)
		return at
	}
	return learner.Record(t, emit, state, func(r *learner.Recorder) error {
		if err := r.Resume(s, f, joint); err != nil {
			return err
		}
		limit := learner.Limit(l.Passes, len(train), t.Budget.Binds(visit))
		return r.Steps((limit-1)/l.Batch+1, func() error {
			n := min(l.Batch, limit-f.visited)
			f.visited += n
			return s.NextBatch(n, f.gradients)
		})
	})
}

// Potentials implements learner.Scorer: scores over τ under noise on scores, the learned ones under
// noise of scale 1.
func (l *Direct) Potentials(t *sp.Task, p *sp.Potentials, w []float64, x *sp.Instance) error {
	err := l.Encoder.Potentials(t, p, w, x)
	switch l.Estimator {
	case fenchelYoung, fromCosts, imle, aimle:
		p.Scale(1 / l.Temperature)
	}
	return err
}

// likelihood reports whether the objective does without the task's loss.
func (l *Direct) likelihood() bool {
	return l.Estimator == fenchelYoung || l.Estimator == fromCosts || l.Estimator == sparseMAP
}

// instances returns the instances to learn from, weighted by κ if labels are unknown.
func (l *Direct) instances(t *sp.Task) []sp.Instance {
	all := slices.Clone(t.Train)
	for _, x := range t.Partial {
		known := slices.ContainsFunc(x.Gold, func(k int32) bool { return k != sp.Unknown }) ||
			x.Allowed != nil && l.likelihood()
		if x.Weight *= l.Kappa; known && l.Kappa > 0 && l.Estimator != fromCosts {
			all = append(all, x)
		}
	}
	return all
}

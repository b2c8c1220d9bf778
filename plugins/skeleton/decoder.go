package skeleton

import (
	"context"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// The learner's own decoders.
const (
	decoderExpected = "expected"
	decoderSampled  = "sampled"
	decoderMBR      = "mbr"
)

type expectedArgs struct {
	Calls int `json:"calls" range:"[0,1000000000]" help:"limit of MAP calls for a face's skeleton, then for the box if a face is incomplete; 0: no limit"`
}

type sampledArgs struct {
	Draws int `json:"draws" range:"[1,1000000]" help:"number of samples"`
}

type mbrArgs struct {
	Draws   int  `json:"draws" range:"[1,1000000]" help:"number of samples"`
	Literal bool `json:"literal" help:"the paper's formula to the letter: the candidate counts as the truth, the other samples as decisions"`
}

func defaultExpected() *expectedArgs { return &expectedArgs{Calls: 2000} }

func defaultSampled() *sampledArgs { return &sampledArgs{Draws: 20} }

func defaultMBR() *mbrArgs { return &mbrArgs{Draws: 100} }

// Predict implements learner.Predictor.
func (l *Skeleton) Predict(_ context.Context, t *sp.Task, weights []float64, x *sp.Instance,
	decoder sp.Spec) (out sp.Prediction, err error) {
	of, centre, err := read(t.Map, weights)
	if err != nil {
		return out, err
	}
	width, err := l.widths(len(centre))
	if err != nil {
		return out, fmt.Errorf("skeleton: %w", err)
	}
	for i, w := range width {
		if centre[i] -= w / 2; math.Abs(centre[i]) < 1e-12*w {
			centre[i] = 0 // unchanged up to rounding
		}
	}
	e, box := newEnergy(t, of, x, true), skeleton.Box{Low: centre, Width: width}
	if err := e.visit(t); err != nil {
		return out, err
	}
	var d *skeleton.Distribution
	switch decoder.Name {
	case decoderExpected:
		a := defaultExpected()
		if err = learner.Decode(a, decoder.Args); err == nil {
			d, err = explore(e, box, a.Calls)
		}
	case decoderSampled:
		a := defaultSampled()
		if err = learner.Decode(a, decoder.Args); err == nil {
			d, err = draw(e, box, a.Draws, t.Seed)
		}
	case decoderMBR:
		a := defaultMBR()
		if err = learner.Decode(a, decoder.Args); err != nil {
			break
		}
		if d, err = draw(e, box, a.Draws, t.Seed); err == nil {
			y := leastRisk(x, t.Loss, d, a.Literal)
			return sp.Prediction{Labels: y, Atoms: []sp.Atom{{Weight: 1, Labels: y}}}, nil
		}
	default:
		err = fmt.Errorf("skeleton: no decoder is called %q", decoder.Name)
	}
	if err != nil {
		return out, err
	}
	out = prediction(x, d)
	out.NotConverged = decoder.Name == decoderExpected && d.Unresolved > 0
	return out, nil
}

// explore returns the distribution over the box. It uses the faces of the box if the given number
// of calls for each resolves them, since errors on faces would be multiplied. Otherwise it explores
// the box itself. If the solver is approximate, the distribution is that of the labelings found.
func explore(e *energy, box skeleton.Box, calls int) (*skeleton.Distribution, error) {
	f, err := skeleton.ExploreFaces(e, box, calls)
	if err != nil {
		return nil, err
	}
	if e.found != nil {
		if f, err = skeleton.ExploreFaces(e.found, box, 0); err != nil {
			return nil, err
		}
		d := f.Inside()
		d.Unresolved = 1
		return d, nil
	}
	if f.Unresolved() > 0 {
		return skeleton.Explore(e, box.Whole(), calls)
	}
	return f.Inside(), nil
}

// draw returns so many samples of the box.
func draw(e *energy, box skeleton.Box, draws int, seed uint64) (*skeleton.Distribution, error) {
	key := perturb.NewKey(seed, e.x.ID)
	const apart = 1 << 63 // from the draws of a fit
	return skeleton.Sample(e, box.Whole(), draws, func(u []float64, draw int) {
		key.Uniform(u, apart|uint64(draw))
	})
}

// prediction returns the labelings of d as atoms, their marginals, and the most probable label of
// each variable.
func prediction(x *sp.Instance, d *skeleton.Distribution) sp.Prediction {
	p := sp.Prediction{Labels: make([]int32, x.N()), Marginal: make([]float64, x.N()*x.K)}
	for i, weight := range d.Weights {
		p.Atoms = append(p.Atoms, sp.Atom{Weight: weight, Labels: d.Labels[i]})
		for v, k := range d.Labels[i] {
			p.Marginal[v*x.K+int(k)] += weight
		}
	}
	for v := range p.Labels {
		row := p.Marginal[v*x.K : (v+1)*x.K]
		for k, q := range row {
			if q > row[p.Labels[v]] {
				p.Labels[v] = int32(k)
			}
		}
	}
	return p
}

// leastRisk returns the labeling y′ of d with the least mean loss, taking each labeling y of d for
// the truth. If literal, y′ counts as the truth instead, as in the paper's Σ Δ(y′, y). Its losses
// have the truth first. The two differ for losses that are not symmetric.
func leastRisk(x *sp.Instance, loss sp.Loss, d *skeleton.Distribution, literal bool) []int32 {
	best, least := 0, math.Inf(1)
	for i, candidate := range d.Labels {
		risk := 0.0
		for j, truth := range d.Labels {
			candidate := candidate
			if literal {
				candidate, truth = truth, candidate
			}
			risk += d.Weights[j] * loss.Value(x, truth, candidate)
		}
		if risk < least {
			best, least = i, risk
		}
	}
	return d.Labels[best]
}

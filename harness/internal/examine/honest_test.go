package examine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// A planted learner is a structural SVM by normalised batch subgradients, projected on the sign
// constraints. It returns its best iterate. Its mode is the one thing that it does wrong; "" is
// nothing.
type planted struct {
	Lambda float64 `json:"lambda" range:"(0,1]" help:"strength of the regulariser"`
	Rounds int     `json:"rounds" range:"[0,inf)" help:"steps; 0: until the budget ends the fit"`
	Start  string  `json:"start" enum:"zero,one" help:"value of all weights at the start"`
	Scale  float64 `json:"scale" range:"[0.5,2]" when:"start=one" help:"of the start"`
	mode   string
}

func newPlanted(mode string) *planted {
	return &planted{Lambda: 0.01, Start: "zero", Scale: 1, mode: mode}
}

func (l *planted) Fit(ctx context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("planted: no instance has all its labels: %w", errors.ErrUnsupported)
	}
	w := make([]float64, t.Map.Dim())
	if l.Start == "one" {
		for j := range w {
			w[j] = l.Scale
		}
	}
	if err := l.misbehave(ctx, t, w); err != nil {
		return err
	}
	at := &standing{Step: 1, W: w, Best: slices.Clone(w), Least: math.Inf(1)}
	send := func() error {
		c := sp.Checkpoint{Weights: at.Best,
			Objective: &sp.Objective{Kind: sp.ObjectiveHinge, Lambda: l.Lambda}}
		if !math.IsInf(at.Least, 1) {
			c.Values = map[string]float64{sp.ValueObjective: at.Least, sp.ValueBound: 0}
		}
		return emit(l.tamper(c))
	}
	if l.mode == "forgets the end" {
		if err := send(); err != nil {
			return err
		}
	}
	if t.Resume != nil {
		err := at.restore(t.Resume)
		switch {
		case err == nil:
		case l.mode == "believes half a state":
			*at = standing{Step: 3, W: w, Best: slices.Clone(w), Least: math.Inf(1)}
		case l.mode == "dies of half a state":
			panic("planted in a state")
		default:
			return err
		}
		w = at.W
		if t.Due() {
			if err := send(); err != nil {
				return err
			}
		}
	}
	for ; l.Rounds == 0 || at.Step <= l.Rounds; at.Step++ {
		g, f, err := l.subgradient(t, w)
		if err != nil {
			if errors.Is(err, sp.ErrBudget) && l.mode != "forgets the end at the budget" &&
				l.mode != "forgets the end" {
				return errors.Join(send(), err)
			}
			return l.stopped(ctx, err)
		}
		if f < at.Least {
			at.Least = f
			copy(at.Best, w)
		}
		length := 0.0
		for _, v := range g {
			length += v * v
		}
		for j := range w {
			w[j] -= g[j] / max(math.Sqrt(length*float64(at.Step)), 1e-9)
		}
		if l.mode != "unprojected" {
			for _, at := range t.Map.NonNegative() {
				w[at] = max(w[at], 0)
			}
		}
		if l.mode == "idle" {
			clear(w)
		}
		if err := l.save(t, at); err != nil {
			return l.stopped(ctx, err)
		}
		if t.Due() || l.mode == "sends every step" {
			if err := send(); err != nil {
				return l.stopped(ctx, err)
			}
		}
	}
	return send()
}

// subgradient returns one of F at w, and F(w).
func (l *planted) subgradient(t *sp.Task, w []float64) (g []float64, f float64, err error) {
	var p sp.Potentials
	g = make([]float64, len(w))
	total := 0.0
	for i := range t.Train {
		total += t.Train[i].Weight
	}
	for i := range t.Train {
		x := &t.Train[i]
		s, err := l.solver(t, x)
		if err != nil {
			return nil, 0, err
		}
		t.Map.Potentials(&p, w, x)
		gold := p.Score(x.Gold)
		costs, y := make([]float64, len(p.Node)), make([]int32, x.N())
		t.Loss.(sp.NodeLoss).Costs(costs, x, nil)
		for j, c := range costs {
			p.Node[j] += c
		}
		most, err := s.MAP(y, &p)
		if err != nil {
			return nil, 0, err
		}
		a := x.Weight / total
		f += a * (most - gold)
		t.Map.Add(g, a, x, y)
		t.Map.Add(g, -a, x, x.Gold)
	}
	for j, v := range w {
		f += l.Lambda / 2 * v * v
		g[j] += l.Lambda * v
	}
	return g, f, nil
}

// solver returns the solver of the task, which should be the only one.
func (l *planted) solver(t *sp.Task, x *sp.Instance) (sp.Solver, error) {
	if l.mode != "own solver" {
		return t.Solver(x)
	}
	if err := t.Visit(); err != nil {
		return nil, err
	}
	return oracle.New(x, t.Map)
}

// Predict answers "own": per variable the label of the best node potential, with certain marginals
// and atoms.
func (l *planted) Predict(_ context.Context, t *sp.Task, params []float64, x *sp.Instance,
	_ sp.Spec) (sp.Prediction, error) {
	var p sp.Potentials
	t.Map.Potentials(&p, l.weights(params), x)
	if l.mode != "unobservant" {
		p.Restrict(x)
	}
	out := sp.Prediction{Labels: make([]int32, x.N()), Marginal: make([]float64, x.N()*x.K)}
	for d := range out.Labels {
		row := p.Node[d*x.K : (d+1)*x.K]
		for k, v := range row {
			if v > row[out.Labels[d]] {
				out.Labels[d] = int32(k)
			}
		}
	}
	if x.Structure != nil {
		if _, err := structure.New(x.Structure.Kind).MAP(out.Labels, &p); err != nil {
			return out, err
		}
	}
	l.distort(x, out.Labels)
	for d, k := range out.Labels {
		out.Marginal[d*x.K+int(k)%x.K] = 1
	}
	out.Atoms = []sp.Atom{{Weight: 1, Labels: out.Labels}}
	return l.spoil(out), nil
}

func (l *planted) serve() {
	serve.Main(learner.Info{
		Name: "planted", Doc: "A learner for tests.", Resumable: learner.Always,
		Decoders: []learner.Decoder{{Name: "own", Doc: "label by label"}},
	}, func() learner.Learner { return newPlanted(l.mode) })
}

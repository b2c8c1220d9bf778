package direct

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

var estimators = []string{fenchelYoung, fromCosts, directLoss, imle, aimle, blackBox, scoreFunction,
	sparseMAP}

// chains returns chains of 1 to 4 variables with features that tell the labels, with noise. Gold
// labels cost least.
func chains(seed uint64, n, k int) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	xs := make([]sp.Instance, n)
	for i := range xs {
		size := 1 + r.IntN(4)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 0.5 + r.Float64(), K: k,
			Edges: sp.ChainEdges(size), Node: sp.Rows{N: size, D: k}}
		for range size {
			gold := int32(r.IntN(k))
			x.Gold = append(x.Gold, gold)
			for l := range k {
				v := 0.8 * r.NormFloat64()
				if l == int(gold) {
					v += 2
				}
				x.Node.Dense = append(x.Node.Dense, float32(v))
				cost := float64((i+l)%3) / 4
				if l == int(gold) {
					cost -= 2
				}
				x.Costs = append(x.Costs, cost)
			}
		}
		xs[i] = x
	}
	return xs
}

// hide hides the label of every other variable.
func hide(xs []sp.Instance) []sp.Instance {
	xs = slices.Clone(xs)
	for i := range xs {
		xs[i].Gold = slices.Clone(xs[i].Gold)
		for d := 0; d < len(xs[i].Gold); d += 2 {
			xs[i].Gold[d] = sp.Unknown
		}
	}
	return xs
}

// best returns the labeling of largest score by enumeration.
func best(p *sp.Potentials) []int32 {
	y, most := []int32(nil), math.Inf(-1)
	at := make([]int32, p.N())
	var try func(d int)
	try = func(d int) {
		if d == len(at) {
			if s := p.Score(at); s > most {
				y, most = slices.Clone(at), s
			}
			return
		}
		for k := range p.K {
			at[d] = int32(k)
			try(d + 1)
		}
	}
	try(0)
	return y
}

// enumerated returns the estimate for x under w in its first pass after the warm start, by
// enumeration.
func enumerated(l *Direct, in *learner.Input, x *sp.Instance, w []float64) []float64 {
	g, m := make([]float64, len(w)), in.Map
	key, pass := perturb.NewKey(in.Seed, x.ID), uint64(l.warm+1)
	scores := func(w, z []float64, cost float64) *sp.Potentials {
		p := new(sp.Potentials)
		m.Potentials(p, w, x)
		c := make([]float64, len(p.Node))
		in.Loss.(sp.NodeLoss).Costs(c, x, nil)
		for i := range c {
			p.Node[i] += cost * c[i]
			if z != nil {
				p.Node[i] += l.Temperature * z[i]
			}
		}
		return p
	}
	difference := func(z []float64, worse, better, unit float64) {
		m.Add(g, unit, x, best(scores(w, z, worse)))
		m.Add(g, -unit, x, best(scores(w, z, better)))
	}
	compare := func(z []float64, side string, epsilon, share float64) {
		switch side {
		case sideTowards:
			difference(z, 0, -epsilon, share/epsilon)
		case sideAway:
			difference(z, epsilon, 0, share/epsilon)
		default:
			difference(z, epsilon, -epsilon, share/(2*epsilon))
		}
	}
	switch l.Estimator {
	case blackBox:
		compare(nil, sideTowards, l.Epsilon, 1)
	case directLoss:
		compare(nil, l.Side, l.Epsilon, 1)
	}
	var losses []float64
	var noise [][]float64
	for draw := range uint64(l.Draws) {
		z := make([]float64, x.N()*x.K)
		key.Fill(z, l.Noise, pass*uint64(l.Draws)+draw)
		share := 1 / float64(l.Draws)
		switch l.Estimator {
		case fenchelYoung:
			p := scores(w, z, 0)
			m.Add(g, share, x, best(p))
			p.Restrict(x)
			m.Add(g, -share, x, best(p))
		case fromCosts:
			p := scores(w, z, 0)
			m.Add(g, share, x, best(p))
			for i, v := range z {
				p.Node[i] = l.Temperature*v - x.Costs[i]
			}
			p.Pair = sp.Pair{}
			m.Add(g, -share, x, best(p))
		case imle:
			compare(z, l.Side, l.Epsilon, share)
		case aimle:
			a := maxima.Adaptive{Eta: l.Eta}
			c := make([]float64, len(z))
			in.Loss.(sp.NodeLoss).Costs(c, x, nil)
			compare(z, sideCentral, a.Epsilon(scores(w, nil, 0).Node, c), share)
		case scoreFunction:
			z = make([]float64, m.Support(nil, x)[1]) // chains touch all weights, or all of nodes
			key.Fill(z, perturb.Normal, pass*uint64(l.Draws)+draw)
			at := slices.Clone(w)
			floats.AddScaled(at[:len(z)], l.Temperature, z)
			losses = append(losses, in.Loss.Value(x, x.Gold, best(scores(at, nil, 0))))
			noise = append(noise, z)
		}
	}
	for i, z := range noise {
		baseline := in.Loss.Value(x, x.Gold, best(scores(w, nil, 0)))
		if n := float64(len(noise)); n > 1 {
			baseline = (floats.Sum(losses) - losses[i]) / (n - 1)
		}
		floats.AddScaled(g[:len(z)], (losses[i]-baseline)/l.Temperature/float64(len(noise)), z)
	}
	return g
}

// newFit returns a fit in its first pass after the warm start.
func newFit(l *Direct, in *learner.Input, solver sp.Solver) *fit {
	f := &fit{Direct: l, train: in.Train, adaptive: maxima.Adaptive{Eta: l.Eta}}
	f.task = &sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: func(*sp.Instance) (sp.Solver, error) { return solver, nil }}
	f.costs, _ = in.Loss.(sp.NodeLoss)
	f.newSGD().Order.Pass = l.warm + 1
	return f
}

// gradient returns the estimate for instance i under the weights scale·v, and its value.
func (f *fit) gradient(t *testing.T, v []float64, scale float64, i int) ([]float64, float64) {
	t.Helper()
	s := f.sgd
	copy(s.V, v)
	s.Scale = scale
	value, err := f.gradients([]optim.Turn{{I: i, Pass: f.Direct.warm + 1}})
	if err != nil {
		t.Fatal(err)
	}
	g := slices.Clone(s.Delta)
	clear(s.Delta)
	floats.Scale(1/s.Weight[i], g)
	return g, value / s.Weight[i]
}

// variants are settings with one line for each way of an estimator.
func variants() (list []*Direct) {
	for _, name := range estimators[:7] {
		for _, draws := range []int{1, 3} {
			for _, side := range []string{sideTowards, sideAway, sideCentral} {
				l := newLearner().(*Direct)
				l.Estimator, l.Draws, l.Side, l.Temperature, l.Epsilon = name, draws, side, 0.7, 2.5
				if draws == 3 {
					l.Noise = perturb.Normal
				}
				if side == sideAway {
					l.Noise = perturb.Logistic
				}
				list = append(list, l)
			}
		}
	}
	return list
}

// TestGradients: the estimate of each estimator, with all and with some labels known, is that of
// enumeration with the same noise.
func TestGradients(t *testing.T) {
	xs := chains(3, 8, 3)
	for _, train := range [][]sp.Instance{xs, hide(xs)} {
		in := learnertest.Input(train, `{}`, "hamming")
		r := rand.New(rand.NewPCG(2, 2))
		w := make([]float64, in.Map.Dim())
		for i := range w {
			w[i] = 0.5 * r.NormFloat64()
		}
		for _, l := range variants() {
			f, nonzero := newFit(l, &in, oracle.NewTree()), false
			for i := range train {
				if !slices.ContainsFunc(train[i].Gold, func(k int32) bool { return k >= 0 }) {
					continue
				}
				f.adaptive = maxima.Adaptive{Eta: l.Eta}
				double := slices.Clone(w)
				floats.Scale(2, double)
				got, _ := f.gradient(t, double, 0.5, i)
				want := enumerated(l, &in, &train[i], w)
				if !floats.EqualApprox(got, want, 1e-9) {
					t.Errorf("%+v: gradient %d is %v, by enumeration %v", *l, i, got, want)
				}
				nonzero = nonzero || floats.Norm(want, 1) > 0
			}
			if !nonzero && l.Estimator != aimle { // its ε is still small
				t.Errorf("%+v: all gradients are 0", *l)
			}
		}
	}
}

// TestSparseMAPGradient: the gradient is that of finite differences of the value, with all and with
// some labels known. The value is not negative.
func TestSparseMAPGradient(t *testing.T) {
	xs := chains(3, 8, 3)
	for _, train := range [][]sp.Instance{xs, hide(xs)} {
		in := learnertest.Input(train, `{}`, "zero-one")
		l := newLearner().(*Direct)
		l.Estimator, l.Temperature, l.Draws, l.Calls = sparseMAP, 1.7, 4, 1000
		v := newFit(l, &in, oracle.NewTree())
		r := rand.New(rand.NewPCG(2, 2))
		w := make([]float64, in.Map.Dim())
		for i := range w {
			w[i] = 0.5 * r.NormFloat64()
		}
		for i := range train {
			got, value := v.gradient(t, w, 0.5, i)
			if value < -1e-9 {
				t.Errorf("instance %d: value %v", i, value)
			}
			for j := range w {
				const h = 1e-4
				at := slices.Clone(w)
				at[j] += h
				_, up := v.gradient(t, at, 0.5, i)
				at[j] -= 2 * h
				_, down := v.gradient(t, at, 0.5, i)
				if slope := (up - down) / (2 * h) / 0.5; math.Abs(slope-got[j]) > 1e-3 {
					t.Errorf("instance %d: derivative %d is %v, by differences %v", i, j, got[j], slope)
				}
			}
		}
	}
}

// TestEstimatorsLearn: each estimator, with the warm start and without, reduces the training loss.
func TestEstimatorsLearn(t *testing.T) {
	xs := chains(5, 60, 3)
	in := learnertest.Input(append(xs[:40:40], hide(xs[40:])...), `{}`, "hamming-count")
	in.Train, in.Partial = in.Train[:40], in.Train[40:]
	for _, name := range estimators {
		for _, warm := range []int{0, 5} {
			l := newLearner().(*Direct)
			l.Estimator, l.warm, l.Passes, l.Draws, l.Eta = name, warm, 25, 2, 0.05
			points, done := learnertest.Fit(t, l, in)
			last := points[len(points)-1]
			wrong, all := 0., 0.
			for i := range xs[:40] {
				var p sp.Potentials
				in.Map.Potentials(&p, last.Weights, &xs[i])
				wrong += in.Loss.Value(&xs[i], xs[i].Gold, best(&p))
				all += float64(xs[i].N())
			}
			t.Logf("%s, warm %d: %.3f wrong, loss-estimate %.3f, %+v", name, warm, wrong/all,
				last.Values["loss-estimate"], done.Counts)
			if wrong/all > 0.12 {
				t.Errorf("%s, warm %d: %.3f of the labels are wrong", name, warm, wrong/all)
			}
		}
	}
}

// TestUnusedWeights: score-function draws noise for the weights that an instance can touch, in
// their order, and for no others between them.
func TestUnusedWeights(t *testing.T) {
	xs := chains(3, 6, 3)
	spread := slices.Clone(xs) // with the columns 0, 2 and 4 of 5
	for i := range spread {
		r := &spread[i].Node
		*r = sp.Rows{N: r.N, D: 5, Start: []int32{0}, Value: r.Dense}
		for range r.N {
			r.Index = append(r.Index, 0, 2, 4)
			r.Start = append(r.Start, int32(len(r.Index)))
		}
	}
	l := newLearner().(*Direct)
	l.Estimator, l.Draws = scoreFunction, 3
	a, b := learnertest.Input(xs, `{}`, "hamming"), learnertest.Input(spread, `{}`, "hamming")
	f, g := newFit(l, &a, oracle.NewTree()), newFit(l, &b, oracle.NewTree())
	w := make([]float64, a.Map.Dim())
	for i := range w {
		w[i] = math.Sin(float64(i))
	}
	for i := range xs {
		var at []int32
		for r := range slices.Chunk(b.Map.Support(nil, &spread[i]), 2) {
			for j := r[0]; j < r[1]; j++ {
				at = append(at, j)
			}
		}
		v := make([]float64, b.Map.Dim())
		for j, to := range at {
			v[to] = w[j]
		}
		want, _ := f.gradient(t, w, 1, i)
		got, _ := g.gradient(t, v, 1, i)
		for j, to := range at {
			if got[to] != want[j] {
				t.Errorf("instance %d: weight %d has %v, want %v", i, to, got[to], want[j])
			}
		}
	}
}

// TestInstances: without a known label, allowed ones are of use to a likelihood only.
func TestInstances(t *testing.T) {
	xs := chains(3, 2, 3)
	xs[1].Gold = slices.Repeat([]int32{sp.Unknown}, xs[1].N())
	for _, name := range estimators {
		l := newLearner().(*Direct)
		l.Estimator = name
		for _, xs[1].Allowed = range [][][]int32{nil, make([][]int32, xs[1].N())} {
			want := 1
			if xs[1].Allowed != nil && l.likelihood() && name != fromCosts {
				want = 2
			}
			if got := l.instances(&sp.Task{Train: xs[:1], Partial: xs[1:]}); len(got) != want {
				t.Errorf("%s, allowed %v: %d instances", name, xs[1].Allowed, len(got))
			}
		}
	}
}

// TestWarmStart: a visit of the warm start does not change the ε of aimle, a later one does.
func TestWarmStart(t *testing.T) {
	in := learnertest.Input(chains(3, 8, 3), `{}`, "hamming")
	l := newLearner().(*Direct)
	l.Estimator = aimle
	f := newFit(l, &in, oracle.NewTree())
	for _, pass := range []int{l.warm, l.warm + 1} {
		_, err := f.gradients([]optim.Turn{{I: 0, Pass: pass}})
		if same := f.adaptive == (maxima.Adaptive{Eta: l.Eta}); err != nil || same != (pass == l.warm) {
			t.Errorf("pass %d: ε as at first: %v, %v", pass, same, err)
		}
	}
}

// TestCostsOfKnownLabels: instances with unknown labels have no costs, and are left out.
func TestCostsOfKnownLabels(t *testing.T) {
	in := learnertest.Input(chains(5, 6, 2), "", "hamming-count")
	in.Train, in.Partial = in.Train[:4], hide(in.Train[4:])
	for i := range in.Partial {
		in.Partial[i].Costs = nil
	}
	l := newLearner().(*Direct)
	l.Estimator, l.Passes = fromCosts, 3
	points, _, err := learnertest.Try(t, l, in)
	if err != nil || points[len(points)-1].Values["instances"] != 4 {
		t.Errorf("%v: %v", points, err)
	}
}

// TestScoresOverTau: decoders get scores over τ from estimators under noise on scores.
func TestScoresOverTau(t *testing.T) {
	in := learnertest.Input(chains(5, 3, 3), "", "hamming-count")
	w := make([]float64, in.Map.Dim())
	for i := range w {
		w[i] = math.Sin(float64(i))
	}
	for _, name := range estimators {
		l := newLearner().(*Direct)
		l.Estimator, l.Temperature = name, 0.4
		var p, want sp.Potentials
		if err := l.Potentials(&sp.Task{Map: in.Map}, &p, w, &in.Train[2]); err != nil {
			t.Fatal(err)
		}
		in.Map.Potentials(&want, w, &in.Train[2])
		if slices.Contains([]string{fenchelYoung, fromCosts, imle, aimle}, name) {
			want.Scale(1 / 0.4)
		}
		if !slices.Equal(p.Node, want.Node) || !slices.Equal(p.Pair.Table, want.Pair.Table) {
			t.Errorf("%s: %v, want %v", name, p, want)
		}
	}
}

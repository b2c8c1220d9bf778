package locpmap

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// deep returns a learner with a small network.
func deep(block string, epochs int) LocPMAP {
	return LocPMAP{Block: block, Lambda: 0.05, Solver: solverLBFGS, Tolerance: 1e-8,
		Unaries: unariesNetwork, widths: []int{6, 4}, Pairs: pairsLearned, Epochs: epochs, Batch: 5,
		Rate: 0.2}
}

// stripes returns images with labels determined by neighbouring pixels rather than by the own
// pixel.
func stripes(seed uint64, n int) (list []sp.Instance) {
	rng := pcg(seed, 2)
	for i := range n {
		x := image(rng, 5+i%4, 6+i%3, 2)
		for d := range x.Gold {
			x.Gold[d] = int32((d/x.Shape[1] + i) / 2 % 2)
			x.Node.Dense[2*d] = float32(x.Gold[d]) + 2*float32(rng.NormFloat64())
		}
		list = append(list, x)
	}
	return list
}

// hide returns x with unknown labels.
func hide(x sp.Instance, hidden func(d int) bool) sp.Instance {
	x.Gold = slices.Clone(x.Gold)
	for d := range x.Gold {
		if hidden(d) {
			x.Gold[d] = sp.Unknown
		}
	}
	return x
}

// claimed computes F of a fit's last checkpoint from its potentials.
func claimed(t *testing.T, l *LocPMAP, m sp.FeatureMap, train []sp.Instance,
	weights []float64) float64 {
	t.Helper()
	sum, total := 0.0, 0.0
	for i := range train {
		var p sp.Potentials
		if err := l.Potentials(&sp.Task{Map: m}, &p, weights, &train[i]); err != nil {
			t.Fatal(err)
		}
		value, err := (&likelihood.Pseudo{}).Value(new(sp.Marginals), &p, &train[i])
		if err != nil {
			t.Fatal(err)
		}
		sum, total = sum+train[i].Weight*value, total+train[i].Weight
	}
	for _, v := range weights[:m.Dim()] {
		sum += l.Lambda / 2 * v * v * total
	}
	return sum / total
}

// The last weights have the reported objective, lower than without a network. The objective has a
// name of its own, so the harness, which knows no network, does not audit it.
func TestNetworkLowersTheObjective(t *testing.T) {
	train := stripes(1, 30)
	m := linear(`{}`, &train[0])
	plain, _ := fit(t, lbfgs("1x1", 1e-8), learner.Input{Train: train, Map: m})
	l := deep("1x1", 60)
	last, done := fit(t, l, learner.Input{Train: train, Map: m, Seed: 1})
	f := last.Values[sp.ValueObjective]
	if want := claimed(t, &l, m, train, last.Weights); done.End != sp.EndedByLimit ||
		math.Abs(f-want) > 1e-9*want {
		t.Errorf("%s: F is claimed as %v, the potentials have %v", done.End, f, want)
	}
	if before := plain.Values[sp.ValueObjective]; f > 0.9*before {
		t.Errorf("F is %v with the network, %v without", f, before)
	}
	if bound := last.Values[sp.ValueBound]; bound > f || bound < 0.99*f {
		t.Errorf("F is %v, above a bound of %v", f, bound)
	}
	if kind := last.Objective.Kind; kind != "pseudolikelihood with the scores of a network" {
		t.Errorf("the objective is called %q", kind)
	}
}

// A network trained without pairs is a pixel classifier. Adding pairs lowers the objective.
func TestNetworkBeforePairs(t *testing.T) {
	train := stripes(1, 30)
	m := linear(`{}`, &train[0])
	l := deep("1x1", 60)
	l.Pairs, l.Rate = pairsNone, 0.1
	last, _ := fit(t, l, learner.Input{Train: train, Map: m, Seed: 1})
	if f, want := last.Values[sp.ValueObjective],
		claimed(t, &l, m, train, last.Weights); math.Abs(f-want) > 1e-9*want {
		t.Errorf("F is claimed as %v, the potentials have %v", f, want)
	}
	alone := slices.Clone(last.Weights)
	clear(alone[:m.Dim()])
	wrong := 0
	for i := range train {
		var p sp.Potentials
		if err := l.Potentials(&sp.Task{Map: m}, &p, alone, &train[i]); err != nil {
			t.Fatal(err)
		}
		for d, k := range train[i].Gold {
			if p.Node[2*d+int(k)] < p.Node[2*d+1-int(k)] {
				wrong++
			}
		}
	}
	// by its own intensity, a pixel is wrong four times in ten
	if total := 30 * 6 * 7; wrong > total/5 {
		t.Errorf("%d pixels of some %d are wrong by the network alone", wrong, total)
	}
	if f, before := claimed(t, &l, m, train, last.Weights),
		claimed(t, &l, m, train, alone); f > 0.9*before {
		t.Errorf("F is %v with pairs, %v without", f, before)
	}
}

// The scores of an encoder are centred, too.
func TestCentredEncoder(t *testing.T) {
	train := stripes(2, 4)
	l, m := encoded(false), linear(`{"pairs":"full"}`, &train[0])
	points, _ := learnertest.Fit(t, l, learner.Input{Train: train, Map: m})
	w := points[len(points)-1].Weights
	var p, q sp.Potentials
	err := l.Potentials(&sp.Task{Map: m}, &p, w, &train[0])
	l.Centre = true
	if err = errors.Join(err, l.Potentials(&sp.Task{Map: m}, &q, w, &train[0])); err != nil {
		t.Fatal(err)
	}
	if centre(&p); !slices.Equal(q.Node, p.Node) || !slices.Equal(q.Pair.Table, p.Pair.Table) {
		t.Error("the scores are not centred")
	}
}

// Centred scores equal the learned ones, for every labeling.
func TestCentredPotentials(t *testing.T) {
	train := stripes(2, 4)
	m := linear(`{}`, &train[0])
	w := make([]float64, m.Dim())
	rng := pcg(8, 8)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	l, centred := lbfgs("1x1", 1e-3), lbfgs("1x1", 1e-3)
	centred.Centre = true
	if a, b := claimed(t, &l, m, train, w),
		claimed(t, &centred, m, train, w); math.Abs(a-b) > 1e-12*a {
		t.Errorf("F is %v, centred %v", a, b)
	}
	var p, q sp.Potentials
	if err := errors.Join(l.Potentials(&sp.Task{Map: m}, &p, w, &train[0]),
		centred.Potentials(&sp.Task{Map: m}, &q, w, &train[0])); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(p.Node, q.Node) {
		t.Error("node scores are unchanged")
	}
}

// A step too large is detected.
func TestNetworkDiverges(t *testing.T) {
	train := stripes(7, 10)
	l := deep("1x1", 50)
	l.Rate = 1e38
	_, _, err := learnertest.Try(t, &l, learner.Input{Train: train, Map: linear(`{}`, &train[0])})
	if !errors.Is(err, sp.ErrDiverged) ||
		!strings.Contains(err.Error(), "choose a smaller rate than 1e+38") {
		t.Errorf("rate 10³⁸: %v", err)
	}
}

// The back-propagated derivatives of ℓ by the network's scores equal finite differences, also with
// unknown labels and with blocks.
func TestDerivativesByScores(t *testing.T) {
	rng := pcg(2, 3)
	for _, block := range []string{"1x1", "2x2"} {
		x := hide(image(rng, 4, 5, 3), func(d int) bool { return d%7 == 3 })
		y := image(rng, 3, 2, 3)
		m := linear(`{}`, &x)
		l := deep(block, 1)
		r := run{LocPMAP: &l, task: &sp.Task{Map: m, Train: []sp.Instance{y},
			Partial: []sp.Instance{x}}}
		if err := r.prepare(); err != nil {
			t.Fatal(err)
		}
		w := make([]float64, m.Dim())
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		loss := &nodeLoss{unaries: r.unaries, m: m, w: w, term: r.loss()}
		for i, full := range r.full {
			n := full.N() * 3
			scores, delta, other := make([]float32, n), make([]float32, n), make([]float32, n)
			for j := range scores {
				scores[j] = float32(rng.NormFloat64())
			}
			if _, err := loss.Value(delta, scores, i); err != nil {
				t.Fatal(err)
			}
			for j := range scores {
				const h = 1.0 / 1024 // exact in float32
				before := scores[j]
				scores[j] = before + h
				up, _ := loss.Value(other, scores, i)
				width := float64(scores[j])
				scores[j] = before - h
				down, _ := loss.Value(other, scores, i)
				width -= float64(scores[j])
				scores[j] = before
				if slope := (up - down) / width; math.Abs(slope-float64(delta[j])) > 1e-5 {
					t.Errorf("%s, image %d: derivative by score %d is %v, want %v", block, i, j,
						delta[j], slope)
				}
			}
		}
	}
}

func TestNetworkUnsupported(t *testing.T) {
	x := image(pcg(6, 6), 3, 3, 2)
	m := linear(`{}`, &x)
	graph, sgd := x, deep("1x1", 1)
	graph.Shape = [2]int{}
	sgd.Solver = solverSGD
	sparse := x
	sparse.Node = sp.Rows{N: 9, D: 2, Start: make([]int32, 10)}
	for _, test := range []struct {
		l    LocPMAP
		x    sp.Instance
		want string
	}{
		{deep("1x1", 1), graph, "unaries: network needs image grids, but instance "},
		{deep("1x1", 1), sparse, "unaries: network needs dense features, but instance "},
		{sgd, x, "unaries: network does not work with solver: sgd; use solver: lbfgs"},
	} {
		_, _, err := learnertest.Try(t, &test.l, learner.Input{Train: []sp.Instance{test.x},
			Map: m})
		if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

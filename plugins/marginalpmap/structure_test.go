package marginalpmap

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// perturbed returns ℓ of a labelled instance in a visit, by enumeration: the mean over its draws.
func perturbed(in *learner.Input, x *sp.Instance, w []float64, visit uint64,
	l *MarginalPMAP) (mean float64) {
	for m := range uint64(l.Samples) {
		z := make([]float64, x.N()*x.K)
		perturb.NewKey(in.Seed, x.ID).Fill(z, l.Noise, visit*uint64(l.Samples)+m)
		floats.Scale(l.Temperature, z)
		mean += drawn(in, x, w, z, l.Objective == kindJoint) / float64(l.Samples)
	}
	return mean
}

// drawn returns ℓ under noise z.
func drawn(in *learner.Input, x *sp.Instance, w, z []float64, joint bool) float64 {
	var p sp.Potentials
	in.Map.Potentials(&p, w, x)
	floats.Add(p.Node, z)
	best, given := math.Inf(-1), make([]float64, x.N())
	for d := range given {
		given[d] = best
	}
	y := make([]int32, x.N())
	for d := 0; d < len(y); {
		if x.Structure == nil || x.Structure.Allows(y, x.K) == nil {
			score := p.Score(y)
			best = max(best, score)
			for d, k := range x.Gold {
				if y[d] == k {
					given[d] = max(given[d], score)
				}
			}
		}
		for d = 0; d < len(y); d++ { // the next labeling
			if y[d]++; int(y[d]) < x.K {
				break
			}
			y[d] = 0
		}
	}
	if joint {
		return best - p.Score(x.Gold)
	}
	return best*float64(x.N()) - floats.Sum(given)
}

// TestStructures: over structures, losses equal enumeration and gradients equal differences, with
// all shortcuts and without.
func TestStructures(t *testing.T) {
	for _, q := range []struct {
		s    sp.Structure
		n, k int
	}{
		{sp.Structure{Kind: sp.Assignment}, 4, 4},
		{sp.Structure{Kind: sp.Arborescence, Single: true}, 4, 5},
		{sp.Structure{Kind: sp.Path, Arcs: sp.GridEdges(3, 2), Sink: 5}, 7, 2},
		{sp.Structure{Kind: sp.Cardinality, Least: 2, Most: 3}, 5, 2},
	} {
		kind, xs, r := q.s.Kind, make([]sp.Instance, 3), pcg(51, 51)
		for i := range xs {
			x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: q.k, Structure: &q.s,
				Gold: make([]int32, q.n), Node: sp.Rows{N: q.n, D: 3}}
			p := &sp.Potentials{K: q.k, Structure: &q.s}
			for range q.n * 3 {
				x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
			}
			for range q.n * q.k {
				p.Node = append(p.Node, r.NormFloat64())
			}
			must(must(oracle.New(&x, nil))(t).MAP(x.Gold, p))(t)
			xs[i] = x
		}
		in := learnertest.Input(xs, `{"pairs":"none"}`, "hamming")
		pool := oracle.NewPool(in.Map, nil)
		for _, l := range []*MarginalPMAP{fast(kindJoint, 1, false), fast(kindMarginal, 1, false),
			{Temperature: 1, Samples: 1, Objective: kindMarginal, Lambda: 1}} {
			differences(t, kind, &in, pool.Get, l)
		}
	}
}

// differences fails unless losses of visits equal enumeration and gradients equal differences.
func differences(t *testing.T, what string, in *learner.Input,
	solver func(*sp.Instance) (sp.Solver, error), l *MarginalPMAP) {
	t.Helper()
	what = fmt.Sprintf("%s, %s, shortcuts %v, %d draws of %s noise", what, l.Objective, l.DynamicCuts,
		l.Samples, l.Noise)
	s := newSGD(&sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: solver}, l)
	w, total := randomWeights(in.Map.Dim()), 0.0
	at(s, w)
	for i := range in.Train {
		x, visit := &in.Train[i], uint64(5+i)
		clear(s.Delta)
		s.draw, s.loss = visit, 0
		need(t, s.visit(i, 1))
		want := perturbed(in, x, w, visit, l)
		if total += want; math.Abs(s.loss-want) > 1e-9 {
			t.Errorf("%s: loss %v, by enumeration %v", what, s.loss, want)
		}
		for j, v := range w {
			const h = 1e-6 // ℓ is linear but for kinks
			w[j] = v + h
			above := perturbed(in, x, w, visit, l)
			w[j] = v - h
			below := perturbed(in, x, w, visit, l)
			w[j] = v
			if g := (above - below) / (2 * h); math.Abs(g+s.Delta[j]) > 1e-7 {
				t.Errorf("%s: derivative %d is %v, differences give %v", what, j, -s.Delta[j], g)
			}
		}
	}
	if total == 0 {
		t.Errorf("%s: every loss is 0", what)
	}
}

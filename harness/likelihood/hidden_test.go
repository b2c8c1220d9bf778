package likelihood_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// hide makes about half of the labels unknown, some of them with candidates.
func hide(r *rand.Rand, train []sp.Instance) {
	for i := range train {
		x := &train[i]
		x.Gold, x.Allowed = slices.Clone(x.Gold), make([][]int32, x.N())
		for d, k := range x.Gold {
			if r.IntN(2) == 0 {
				continue
			}
			x.Gold[d] = sp.Unknown
			if d%3 == 0 {
				x.Allowed[d] = []int32{k}
			}
		}
	}
}

func agrees(x *sp.Instance, y []int32) bool {
	for d, k := range y {
		if x.Gold[d] != sp.Unknown && x.Gold[d] != k ||
			x.Gold[d] == sp.Unknown && x.Allowed[d] != nil && !slices.Contains(x.Allowed[d], k) {
			return false
		}
	}
	return true
}

// structures returns problems of each kind of structure, some with unknown labels.
func structures(t *testing.T) (list []problem) {
	for _, q := range []struct {
		s    sp.Structure
		n, k int
	}{
		{sp.Structure{Kind: sp.Assignment, None: 0}, 4, 4},
		{sp.Structure{Kind: sp.Assignment, None: sp.Unknown}, 3, 4},
		{sp.Structure{Kind: sp.Arborescence}, 4, 5},
		{sp.Structure{Kind: sp.Arborescence, Single: true}, 4, 5},
		{sp.Structure{Kind: sp.Path, Arcs: sp.GridEdges(3, 2), Sink: 5}, 7, 2},
		{sp.Structure{Kind: sp.Cardinality, Least: 2, Most: 3}, 5, 2},
	} {
		p := problem{name: q.s.Kind, m: must(feature.New("linear", []byte(`{"pairs":"none"}`),
			feature.Dims{K: q.k, Node: 3}))(t)}
		r := pcg(8, 8)
		for i := range 6 {
			x := draw(r, "chain", q.n, q.k, 3, 0)
			x.Edges, x.Structure = nil, &q.s
			scores := &sp.Potentials{K: q.k, Node: randomWeights(r, q.n*q.k), Structure: &q.s}
			must(structure.New(q.s.Kind).MAP(x.Gold, scores))(t)
			if p.train = append(p.train, x); i > 2 {
				hide(r, p.train[i:])
			}
		}
		list = append(list, p)
	}
	return list
}

// TestHiddenLabels compares the likelihood of known labels, and the family of softmax-margin, with
// enumeration, and the gradients with differences, on graphs, with factors, and over the members of
// structures.
func TestHiddenLabels(t *testing.T) {
	r := pcg(7, 7)
	graphs := problems(t)
	for i := range graphs {
		hide(r, graphs[i].train)
	}
	for _, q := range slices.Concat(graphs, structures(t), sequences(t)) {
		hiddenLabels(t, &q, 1, 0, terms()["exact"])
		hiddenLabels(t, &q, 0.6, 0.8, softmaxMargin(0.6, 0.8))
	}
}

func hiddenLabels(t *testing.T, q *problem, epsilon, margin float64, term likelihood.Term) {
	t.Helper()
	w := seededWeights(2, q.m)
	o := &likelihood.Objective{Map: q.m, Train: q.train, Lambda: 0.3, Term: term}
	sum, total := 0.0, 0.0
	for i := range q.train {
		x := &q.train[i]
		var p sp.Potentials
		q.m.Potentials(&p, w, x)
		all, known := math.Inf(-1), math.Inf(-1)
		for y := make([]int32, x.N()); ; {
			s := (p.Score(y) + margin*loss.Hamming{}.Value(x, x.Gold, y)) / epsilon
			if x.Structure != nil && x.Structure.Allows(y, x.K) != nil {
				s = math.Inf(-1)
			}
			all = floats.LogSumExp([]float64{all, s})
			if agrees(x, y) {
				known = floats.LogSumExp([]float64{known, s})
			}
			if !count(y, x.K) {
				break
			}
		}
		sum, total = sum+x.Weight*epsilon*(all-known), total+x.Weight
	}
	got, err := o.Evaluate(w, make([]float64, len(w)))
	if want := 0.15*floats.Dot(w, w) + sum/total; err != nil || math.Abs(got-want) > 1e-10*(1+want) {
		t.Errorf("%s: F = %v (%v), enumeration gives %v", q.name, got, err, want)
	}
	if worst := difference(t, o, w); worst > 1e-8 {
		t.Errorf("%s: the gradient is off by %g", q.name, worst)
	}
}

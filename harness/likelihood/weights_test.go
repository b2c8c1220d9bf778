package likelihood_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// weigh returns the terms that take weights, with those of l.
func weigh(l sp.NodeLoss) []likelihood.Term {
	w := likelihood.Weights{Loss: l}
	return []likelihood.Term{&likelihood.Pseudo{Weights: w},
		&likelihood.Truncated{Tape: &messages.Tape{}, Sweeps: 3, Weights: w}}
}

// TestWeights: weights by hamming change nothing. The gradient with weights by weighted-hamming is
// that of finite differences. Without edges the value is that of the definition, over the variables
// with a known label.
func TestWeights(t *testing.T) {
	for _, q := range problems(t) {
		w := seededWeights(5, q.m)
		for i, plain := range weigh(nil) {
			o := likelihood.Objective{Map: q.m, Train: q.train, Lambda: 0.3, Term: plain}
			grad := make([]float64, len(w))
			want := must(o.Evaluate(w, grad))(t)
			o.Term = weigh(loss.Hamming{Mean: true})[i]
			if f := must(o.Evaluate(w, grad))(t); math.Abs(f-want) > 1e-13*want {
				t.Errorf("%s, %T: %v by hamming, %v without weights", q.name, plain, f, want)
			}
			o.Term = weigh(loss.WeightedHamming{})[i]
			if worst := difference(t, &o, w); worst > 1e-8 {
				t.Errorf("%s, %T: the gradient is off by %g", q.name, plain, worst)
			}
		}
		x := likelihood.WithoutEdges(q.train)[5]
		x.Gold = slices.Clone(x.Gold)
		x.Gold[1] = sp.Unknown
		var p sp.Potentials
		var g sp.Marginals
		q.m.Potentials(&p, w, &x)
		got := must(weigh(loss.WeightedHamming{})[0].Value(&g, &p, &x))(t)
		count, classes, want := make([]float64, x.K), 0.0, 0.0
		for _, y := range x.Gold {
			if y != sp.Unknown {
				if count[y]++; count[y] == 1 {
					classes++
				}
			}
		}
		for d, y := range x.Gold {
			z := 0.0
			for k := range x.K {
				z += math.Exp(p.Node[d*x.K+k])
			}
			if y != sp.Unknown {
				want += float64(x.N()-1) / (classes * count[y]) * (math.Log(z) - p.Node[d*x.K+int(y)])
			}
		}
		if math.Abs(got-want) > 1e-12*(1+want) {
			t.Errorf("%s: %v, by definition %v", q.name, got, want)
		}
	}
}

package likelihood_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// ε and margin of the term "softmax-margin".
const softEpsilon, softMargin = 0.6, 0.8

// softmaxMargin returns the term for numbers of wrong labels.
func softmaxMargin(epsilon, margin float64) likelihood.Term {
	solver := func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, nil) }
	return &likelihood.SoftmaxMargin{Exact: likelihood.Exact{Solver: solver}, Loss: loss.Hamming{},
		Epsilon: epsilon, Margin: margin}
}

// An unchanged gives its term a copy of the scores.
type unchanged struct {
	likelihood.Term
	p sp.Potentials
}

func (u *unchanged) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	node, potts, table, factor := u.p.Node, u.p.Pair.Potts, u.p.Pair.Table, u.p.Factor
	u.p = *p
	u.p.Node = append(node[:0], p.Node...)
	u.p.Pair.Potts = append(potts[:0], p.Pair.Potts...)
	u.p.Pair.Table = append(table[:0], p.Pair.Table...)
	u.p.Factor = append(factor[:0], p.Factor...)
	return u.Term.Value(g, &u.p, x)
}

// TestAboveTheHinge: F_ε is at least F of the hinge loss, and at most ε times the mean logarithm of
// the number of labelings above it. There are 200 random models.
func TestAboveTheHinge(t *testing.T) {
	all := problems(t)
	for i := range 200 {
		rng := pcg(uint64(i), 5)
		q := &all[i%len(all)]
		w := randomWeights(rng, q.m.Dim())
		floats.Scale(math.Exp(2*rng.NormFloat64()), w)
		hinge, entropy, total := 0.0, 0.0, 0.0
		for j := range q.train {
			x := &q.train[j]
			var p sp.Potentials
			q.m.Potentials(&p, w, x)
			gold := p.Score(x.Gold)
			p.Augment(loss.Hamming{}, x, nil)
			best := math.Inf(-1)
			for y, next := make([]int32, x.N()), true; next; next = count(y, x.K) {
				best = max(best, p.Score(y))
			}
			hinge += x.Weight * (best - gold)
			entropy += x.Weight * float64(x.N()) * math.Log(float64(x.K))
			total += x.Weight
		}
		hinge, entropy = hinge/total, entropy/total
		for epsilon := 1.0; epsilon > 1e-7; epsilon /= 10 {
			o := likelihood.Objective{Map: q.m, Train: q.train, Term: softmaxMargin(epsilon, 1)}
			f := must(o.Evaluate(w, make([]float64, len(w))))(t)
			rounding := 1e-12 * (1 + hinge)
			if f < hinge-rounding || f > hinge+epsilon*entropy+rounding {
				t.Errorf("%s, epsilon %v: F = %v, the hinge has %v, and %v above it is the most", q.name,
					epsilon, f, hinge, epsilon*entropy)
			}
		}
	}
}

// TestLikelihoodIsTheFirstMember: at ε = 1 and margin 0 value and gradient are those of Exact. No
// loss is needed.
func TestLikelihoodIsTheFirstMember(t *testing.T) {
	for _, q := range problems(t) {
		w := seededWeights(6, q.m)
		grad, want := make([]float64, len(w)), make([]float64, len(w))
		o := likelihood.Objective{Map: q.m, Train: q.train, Lambda: 0.3, Term: terms()["exact"]}
		exact := must(o.Evaluate(w, want))(t)
		first := softmaxMargin(1, 0).(*likelihood.SoftmaxMargin)
		first.Loss, o.Term = nil, first
		if f := must(o.Evaluate(w, grad))(t); math.Abs(f-exact) > 1e-12*(1+exact) ||
			floats.Distance(grad, want, math.Inf(1)) > 1e-12 {
			t.Errorf("%s: F = %v, the likelihood has %v", q.name, f, exact)
		}
	}
}

// TestOneParameter: F(w) is ε times F(w/ε) of (1, margin/ε) with ε·λ.
func TestOneParameter(t *testing.T) {
	for _, q := range problems(t) {
		for _, epsilon := range []float64{0.05, 0.5, 4} {
			w := seededWeights(6, q.m)
			grad, want := make([]float64, len(w)), make([]float64, len(w))
			o := likelihood.Objective{Map: q.m, Train: q.train, Lambda: 0.3,
				Term: softmaxMargin(epsilon, 0.7)}
			f := must(o.Evaluate(w, grad))(t)
			o.Lambda, o.Term = epsilon*0.3, softmaxMargin(1, 0.7/epsilon)
			floats.Scale(1/epsilon, w)
			other := epsilon * must(o.Evaluate(w, want))(t)
			if math.Abs(f-other) > 1e-11*(1+f) || floats.Distance(grad, want, math.Inf(1)) > 1e-11 {
				t.Errorf("%s, epsilon %v: %v and %v", q.name, epsilon, f, other)
			}
		}
	}
}

// TestLossWithoutSum: a loss without a sum over variables is refused, unless it does not count.
func TestLossWithoutSum(t *testing.T) {
	q := problems(t)[0]
	for _, margin := range []float64{0, 1} {
		term := softmaxMargin(0.5, margin).(*likelihood.SoftmaxMargin)
		term.Loss = loss.ZeroOne{}
		o := likelihood.Objective{Map: q.m, Train: q.train, Term: term}
		_, err := o.Evaluate(seededWeights(1, q.m), make([]float64, q.m.Dim()))
		if errors.Is(err, errors.ErrUnsupported) != (margin > 0) || margin == 0 && err != nil {
			t.Errorf("margin %v: %v", margin, err)
		}
	}
}

// TestSoftmaxMarginDoesNotAllocate, once its buffers have grown.
func TestSoftmaxMarginDoesNotAllocate(t *testing.T) {
	m, train := words(t)
	term := softmaxMargin(0.3, 1).(*likelihood.SoftmaxMargin)
	chain := oracle.NewChain()
	term.Solver = func(*sp.Instance) (sp.Solver, error) { return chain, nil }
	o := &likelihood.Objective{Map: m, Train: train, Lambda: 0.1, Term: term}
	w := seededWeights(10, m)
	grad := make([]float64, len(w))
	if n := testing.AllocsPerRun(3, func() { must(o.Evaluate(w, grad))(t) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

package likelihood_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// truncated returns all losses through some sweeps of each algorithm.
func truncated(sweeps int) map[string]*likelihood.Truncated {
	all := map[string]*likelihood.Truncated{}
	for through, tape := range map[string]func() likelihood.Tape{
		"lbp":        func() likelihood.Tape { return &messages.Tape{} },
		"mean-field": func() likelihood.Tape { return &local.FieldTape{} }} {
		name := func(loss string) string { return fmt.Sprintf("%s %s, %d sweeps", through, loss, sweeps) }
		all[name("univariate")] = &likelihood.Truncated{Tape: tape(), Sweeps: sweeps}
		all[name("clique")] = &likelihood.Truncated{Tape: tape(), Sweeps: sweeps, Clique: true}
		all[name("expected")] = &likelihood.Truncated{Tape: tape(), Sweeps: sweeps,
			Cost: loss.Hamming{Mean: true}}
	}
	return all
}

// difference returns the largest difference of the gradient from finite differences of fourth order.
func difference(t *testing.T, o *likelihood.Objective, w []float64) (worst float64) {
	t.Helper()
	grad, scratch := make([]float64, len(w)), make([]float64, len(w))
	must(o.Evaluate(w, grad))(t)
	for i, at := range w {
		const h = 1e-4
		var f [4]float64
		for j, step := range [4]float64{h, -h, 2 * h, -2 * h} {
			w[i] = at + step
			f[j], _ = o.Evaluate(w, scratch)
		}
		w[i] = at
		worst = max(worst, math.Abs(grad[i]-(8*(f[0]-f[1])-f[2]+f[3])/(12*h)))
	}
	return worst
}

// TestTruncatedOnTrees: two sweeps of belief propagation are exact on trees numbered from the root. The
// losses are then those of the marginals by enumeration.
func TestTruncatedOnTrees(t *testing.T) {
	cost := loss.Hamming{}
	for _, q := range problems(t) {
		if q.loopy {
			continue
		}
		for i := range q.train {
			x := &q.train[i]
			var p sp.Potentials
			q.m.Potentials(&p, seededWeights(5, q.m), x)
			univariate, clique, expected := byEnumeration(&p, x, cost)
			for _, c := range []struct {
				term likelihood.Truncated
				want float64
			}{
				{likelihood.Truncated{}, univariate},
				{likelihood.Truncated{Clique: true}, clique},
				{likelihood.Truncated{Cost: cost}, expected},
			} {
				c.term.Tape, c.term.Sweeps = &messages.Tape{}, 2
				var g sp.Marginals
				got, err := c.term.Value(&g, &p, x)
				if err != nil || math.Abs(got-c.want) > 1e-11*(1+c.want) {
					t.Errorf("%s, %d variables: %v, %v; want %v", q.name, x.N(), got, err, c.want)
				}
			}
		}
	}
}

// byEnumeration returns the losses of the exact marginals.
func byEnumeration(p *sp.Potentials, x *sp.Instance,
	cost sp.NodeLoss) (univariate, clique, expected float64) {
	node, pair, z := exactMarginals(p)
	costs := make([]float64, len(node))
	cost.Costs(costs, x, nil)
	for i, q := range node {
		expected += q / z * costs[i]
	}
	for d, y := range x.Gold {
		univariate -= math.Log(node[d*p.K+int(y)] / z)
	}
	clique = univariate
	for e, uv := range p.Edges {
		clique -= math.Log(pair[(e*p.K+int(x.Gold[uv.U]))*p.K+int(x.Gold[uv.V])] / z)
	}
	return univariate, clique, expected
}

// exactMarginals returns the sums of exp(score) with each label and pair of labels, and of all.
func exactMarginals(p *sp.Potentials) (node, pair []float64, z float64) {
	y := make([]int32, p.N())
	node, pair = make([]float64, len(p.Node)), make([]float64, len(p.Edges)*p.K*p.K)
	for next := true; next; next = count(y, p.K) {
		mass := math.Exp(p.Score(y))
		z += mass
		for d, k := range y {
			node[d*p.K+int(k)] += mass
		}
		for e, uv := range p.Edges {
			pair[(e*p.K+int(y[uv.U]))*p.K+int(y[uv.V])] += mass
		}
	}
	return node, pair, z
}

// TestTruncatedAllocatesNothing holds after the first value.
func TestTruncatedAllocatesNothing(t *testing.T) {
	for _, k := range []int{2, 3} {
		x := lattice(5, k)
		r := pcg(1, 1)
		p := sp.Potentials{K: k, Edges: x.Edges, Node: randomWeights(r, x.N()*k)}
		for _, table := range []int{0, k * k, len(x.Edges) * k * k} {
			p.Pair = sp.Pair{Table: randomWeights(r, table)}
			for name, term := range truncated(3) {
				var g sp.Marginals
				all := func() { _, _ = term.Value(&g, &p, x) }
				all()
				if n := testing.AllocsPerRun(3, all); n != 0 {
					t.Errorf("K=%d, %d scores of pairs, %s: %v allocations", k, table, name, n)
				}
			}
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

// A fixedTape has the marginals of one variable.
type fixedTape []float64

func (t fixedTape) Record(*sp.Potentials, int)           {}
func (t fixedTape) Marginals(node, _ []float64)          { copy(node, t) }
func (t fixedTape) Back(g *sp.Marginals, n, _ []float64) { copy(g.Node, n) }

// TestTruncatedUnderflow: a gold probability counts down to the smallest normal number.
func TestTruncatedUnderflow(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: make([]float64, 2)}
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 1}, Gold: []int32{1}}
	for q, want := range map[float64]float64{0.5: math.Ln2, 1e-305: 305 * math.Ln10, 1e-310: 1022 * math.Ln2, 0: 1022 * math.Ln2} {
		var g sp.Marginals
		term := likelihood.Truncated{Tape: fixedTape{1 - q, q}}
		value, err := term.Value(&g, p, x)
		if err != nil || math.Abs(value-want) > 1e-12*want || g.Node[1] != q-1 {
			t.Errorf("%v: %v, want %v; derivative %v, %v", q, value, want, g.Node[1], err)
		}
	}
}

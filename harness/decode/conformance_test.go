package decode_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// An easy model has a best labeling that every decoder finds: the variables have clear scores,
// except one. Its own scores prefer a wrong label by .3, and its pairs outweigh this. So a decoder
// fails if it ignores the pairs or the scores, or mixes up labels or variables.
type easyModel struct {
	name string
	p    *sp.Potentials
	best []int32 // the maximum, by enumeration
	mu   sp.Marginals
}

// easyModels returns chains and cycles of four variables, with Potts strengths and tables. forbid
// forbids the best label of each variable first.
func easyModels(t *testing.T, forbid bool) (all []easyModel) {
	t.Helper()
	for _, k := range []int{2, 3, 4} {
		for _, cycle := range []bool{false, true} {
			for _, form := range []string{"potts", "table"} {
				for seed := range uint64(4) {
					m := easyModel{name: fmt.Sprintf("K=%d cycle=%v %s %d", k, cycle, form, seed)}
					m.p = easyPotentials(k, cycle, form, seed)
					if forbid {
						for d := range m.p.N() {
							m.p.Node[d*k+int(seed+1)%k] = math.Inf(-1)
						}
					}
					brute := oracle.NewBrute()
					m.best = make([]int32, m.p.N())
					must(brute.MAP(m.best, m.p))(t)
					must(brute.Marginals(&m.mu, m.p))(t)
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// easyPotentials draws a model. The true label is the same for all variables, and is each label
// in turn.
func easyPotentials(k int, cycle bool, form string, seed uint64) *sp.Potentials {
	const n = 4
	r := pcg(seed, uint64(k))
	p := &sp.Potentials{K: k, Edges: sp.ChainEdges(n)}
	if cycle {
		p.Edges = append(p.Edges, sp.Edge{U: 0, V: n - 1})
	}
	truth, unsure := int(seed)%k, r.IntN(n)
	for d := range n {
		row := make([]float64, k)
		for l := range row {
			row[l] = .2 * r.Float64()
		}
		row[truth] += 2.5
		if d == unsure {
			row[truth] -= 2.5
			row[(truth+1)%k] += .3
		}
		p.Node = append(p.Node, row...)
	}
	for range p.Edges {
		s := 1.5 + .2*r.Float64()
		if form == "potts" {
			p.Pair.Potts = append(p.Pair.Potts, s)
			continue
		}
		for i := range k * k {
			v := 0.
			if i%(k+1) == 0 {
				v = s
			}
			p.Pair.Table = append(p.Pair.Table, v)
		}
	}
	return p
}

// A decoder's marginals differ from those of enumeration by at most so much on these models: by
// its approximation, or by the error of its draws. Decoders without an entry give none.
var farthest = map[string]float64{
	"mpm": 1e-12, "expected-loss": 1e-12, "perturb": .25, "sparsemap": .5, "locpmap": .35, "lbp": .05,
	"trw": .1, "meanfield": .25,
	"gibbs": .15, "icm-iter": .5, "partclamp": .25,
}

// TestConformance: on easy models every decoder of the registry finds the labeling that enumeration
// finds. Its marginals are probabilities near those of enumeration. A forbidden label is never
// chosen and has no probability.
func TestConformance(t *testing.T) {
	key := perturb.NewKey(3, "easy")
	exact := decode.Help{Key: key, Shape: [2]int{2, 2}, Loss: loss.Hamming{},
		Solver: func() (sp.Solver, error) { return oracle.NewBrute(), nil }}
	for _, forbid := range []bool{false, true} {
		models := easyModels(t, forbid)
		for _, kind := range decode.Kinds() {
			d := must(decode.New(kind.Name, nil))(t)
			done, summed := 0, 0
			for _, m := range models {
				var out sp.Prediction
				exact.Instance = &sp.Instance{K: m.p.K, Node: sp.Rows{N: m.p.N()}}
				err := d.Decode(&out, m.p, exact)
				if errors.Is(err, errors.ErrUnsupported) {
					continue
				}
				check(t, err)
				done++
				name := fmt.Sprintf("%s, %s, forbidden %v", kind.Name, m.name, forbid)
				for v, label := range out.Labels {
					if forbid && math.IsInf(m.p.Node[v*m.p.K+int(label)], -1) {
						t.Errorf("%s: variable %d has the forbidden label %d", name, v, label)
					} else if label != m.best[v] {
						t.Errorf("%s: labels %v, by enumeration %v", name, out.Labels, m.best)
						break
					}
				}
				if out.Marginal != nil {
					summed++
					probabilities(t, name, &out, m, farthest[kind.Name])
				}
			}
			// cut: two labels and Potts strengths
			if done < len(models)/6 {
				t.Errorf("%s decodes %d of %d models", kind.Name, done, len(models))
			}
			if (farthest[kind.Name] > 0) != (summed > 0) {
				t.Errorf("%s gives marginals of %d models, and its entry in farthest is %v",
					kind.Name, summed, farthest[kind.Name])
			}
		}
	}
}

// probabilities checks the marginals of a prediction.
func probabilities(t *testing.T, name string, out *sp.Prediction, m easyModel, far float64) {
	t.Helper()
	k := m.p.K
	for v := range m.p.N() {
		sum := 0.
		for l, q := range out.Marginal[v*k:][:k] {
			sum += q
			if want := m.mu.Node[v*k+l]; !(q >= 0) || math.Abs(q-want) > far {
				t.Errorf("%s: variable %d has label %d with probability %v, by enumeration %v", name, v, l, q, want)
			}
			if math.IsInf(m.p.Node[v*k+l], -1) && q != 0 {
				t.Errorf("%s: variable %d has the forbidden label %d with probability %v", name, v, l, q)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: the probabilities of variable %d add up to %v", name, v, sum)
		}
	}
}

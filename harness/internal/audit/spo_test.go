package audit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// A plan is an instance with a structure and costs, and all its labelings. Its features are the
// indicators of its variables, so that weights are predicted costs.
type plan struct {
	sp.Instance
	m   sp.FeatureMap
	all [][]int32
}

func newPlan(t *testing.T, r *rand.Rand, seed int) *plan {
	s := &sp.Structure{Kind: sp.Path, Arcs: sp.GridEdges(2, 3), Sink: 5}
	if seed%2 == 1 {
		s = &sp.Structure{Kind: sp.Cardinality, Least: 1, Most: 3}
	}
	const n = 7 // arcs
	p := &plan{Instance: sp.Instance{ID: fmt.Sprint(seed), Weight: 1, K: 2, Structure: s,
		Node: sp.Rows{N: n, D: n, Start: []int32{0}}}}
	for d := range int32(n) {
		p.Node.Index, p.Node.Start = append(p.Node.Index, d), append(p.Node.Start, d+1)
		p.Costs = append(p.Costs, 0, r.NormFloat64())
	}
	eachLabeling(n, 2, func(y []int32) {
		if s.Allows(y, 2) == nil {
			p.all = append(p.all, slices.Clone(y))
		}
	})
	p.Gold = p.least(p.Costs)
	var err error
	p.m, err = feature.New("linear", []byte(`{"pairs":"none"}`), feature.Dims{K: 2, Node: n})
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// cost is c(y).
func (p *plan) cost(c []float64, y []int32) (sum float64) {
	for d, k := range y {
		sum += c[2*d+int(k)]
	}
	return sum
}

// least is y*(c), by enumeration.
func (p *plan) least(c []float64) []int32 {
	return slices.MinFunc(p.all, func(a, b []int32) int {
		return int(math.Copysign(1, p.cost(c, a)-p.cost(c, b)))
	})
}

// weights are those under which the scores are −a·ĉ.
func (p *plan) weights(t *testing.T, a float64, predicted []float64) []float64 {
	w := make([]float64, p.m.Dim())
	var pot sp.Potentials
	unit := make([]float64, len(w))
	for j := range w { // each weight is the score of a label
		unit[j] = 1
		p.m.Potentials(&pot, unit, &p.Instance)
		i := slices.Index(pot.Node, 1)
		w[j], unit[j] = -a*predicted[i], 0
	}
	return w
}

// TestSPOPlus: the hinge loss with regret, of scores −2ĉ, is SPO+ (Elmachtoub & Grigas 2022,
// definition 3) by enumeration. SPO+ is at least the regret of the labeling of least predicted cost
// (proposition 3), and 0 at ĉ = c. Its differences are 2(y*(c) − y*(2ĉ − c)).
func TestSPOPlus(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for seed := range 200 {
		p := newPlan(t, r, seed)
		value := func(predicted []float64) float64 {
			v, err := audit.Value(sp.Objective{Kind: sp.ObjectiveHinge}, p.weights(t, 2, predicted),
				[]sp.Instance{p.Instance}, p.m, loss.Regret{})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if v := value(p.Costs); math.Abs(v) > 1e-12 {
			t.Errorf("SPO+ is %v at the true costs", v)
		}
		predicted, twice := slices.Clone(p.Costs), make([]float64, len(p.Costs))
		for i := range predicted {
			predicted[i] += float64(i%2) * 2 * r.NormFloat64()
			twice[i] = 2*predicted[i] - p.Costs[i]
		}
		v, at := value(predicted), p.least(twice)
		want := -p.cost(twice, at) + 2*p.cost(predicted, p.Gold) - p.cost(p.Costs, p.Gold)
		if math.Abs(v-want) > 1e-12 {
			t.Errorf("SPO+ is %v, by enumeration %v", v, want)
		}
		if regret := p.cost(p.Costs, p.least(predicted)) - p.cost(p.Costs, p.Gold); v < regret-1e-12 {
			t.Errorf("SPO+ %v is below the regret %v", v, regret)
		}
		const h = 1e-7
		for d := range p.Gold {
			i := 2*d + 1
			c := predicted[i]
			predicted[i] = c + h
			above := value(predicted)
			predicted[i] = c - h
			slope := (above - value(predicted)) / (2 * h)
			predicted[i] = c
			if want := 2 * float64(p.Gold[d]-at[d]); math.Abs(slope-want) > 1e-5 {
				t.Errorf("derivative by cost %d is %v, want %v", d, slope, want)
			}
		}
	}
}

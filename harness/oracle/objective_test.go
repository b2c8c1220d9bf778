package oracle_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// objectives returns weighted chains with a random w, for the value of both
// objectives by enumeration.
func objectives(t *testing.T) (train []sp.Instance, m sp.FeatureMap, w []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 0))
	for i := range 5 {
		n := 1 + i
		x := sp.Instance{
			ID: "x", Weight: 1 + rng.Float64(), K: 3, Edges: sp.ChainEdges(n), Gold: make([]int32, n),
			Node: sp.Rows{N: n, D: 2, Dense: make([]float32, 2*n)},
		}
		for d := range n {
			x.Gold[d] = rng.Int32N(3)
			x.Node.Dense[2*d], x.Node.Dense[2*d+1] = float32(rng.NormFloat64()), 1
		}
		train = append(train, x)
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 3, Node: 2})
	if err != nil {
		t.Fatal(err)
	}
	for range m.Dim() {
		w = append(w, rng.NormFloat64())
	}
	return train, m, w
}

// eachLabeling calls do with every labeling of n variables.
func eachLabeling(n int, k int32, do func(y []int32)) {
	y := make([]int32, n)
	for d := 0; d < n; {
		if d == 0 {
			do(y)
		}
		if y[d]++; y[d] < k {
			d = 0
			continue
		}
		y[d] = 0
		d++
	}
}

func TestObjectiveAgainstEnumeration(t *testing.T) {
	train, m, w := objectives(t)
	l := loss.Hamming{Mean: true}
	const lambda = 0.3
	hinge, likelihood, total := 0.0, 0.0, 0.0
	for i := range train {
		x := &train[i]
		var p sp.Potentials
		m.Potentials(&p, w, x)
		most, z := math.Inf(-1), 0.0
		eachLabeling(x.N(), int32(x.K), func(y []int32) {
			most = max(most, p.Score(y)+l.Value(x, x.Gold, y))
			z += math.Exp(p.Score(y))
		})
		hinge += x.Weight * (most - p.Score(x.Gold))
		likelihood += x.Weight * (math.Log(z) - p.Score(x.Gold))
		total += x.Weight
	}
	norm := 0.0
	for _, v := range w {
		norm += v * v
	}
	for kind, sum := range map[string]float64{sp.ObjectiveHinge: hinge, sp.ObjectiveLikelihood: likelihood} {
		got, err := oracle.Objective(sp.Objective{Kind: kind, Lambda: lambda}, w, train, m, l)
		if want := lambda/2*norm + sum/total; err != nil || math.Abs(got-want) > 1e-12*want {
			t.Errorf("%s: %v, want %v; %v", kind, got, want, err)
		}
	}
	if _, err := oracle.Objective(sp.Objective{Kind: sp.ObjectiveHinge}, w, train, m, loss.ZeroOne{}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a loss that no oracle can be augmented by: %v", err)
	}
}

// TestDualValueIsABound: whatever the dual variables, and 0 at the gold labelings.
func TestDualValueIsABound(t *testing.T) {
	train, m, w := objectives(t)
	l := loss.Hamming{Mean: true}
	rng := rand.New(rand.NewPCG(4, 0))
	o := sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 0.3}
	if v := oracle.DualValue(o, train, m, l); !math.IsNaN(v) {
		t.Errorf("without dual variables: %v", v)
	}
	for i := range train {
		o.Dual = append(o.Dual, []sp.Atom{{Weight: 1, Labels: train[i].Gold}})
	}
	if v := oracle.DualValue(o, train, m, l); math.Abs(v) > 1e-15 {
		t.Errorf("at the gold labelings: %v", v)
	}
	for range 100 {
		for i := range train {
			y := make([]int32, train[i].N())
			for d := range y {
				y[d] = rng.Int32N(3)
			}
			o.Dual[i] = []sp.Atom{{Weight: 0.7, Labels: train[i].Gold}, {Weight: 0.3, Labels: y}}
		}
		for j := range w {
			w[j] = 0.3 * rng.NormFloat64()
		}
		primal, err := oracle.Objective(o, w, train, m, l)
		if err != nil {
			t.Fatal(err)
		}
		if dual := oracle.DualValue(o, train, m, l); dual > primal {
			t.Fatalf("dual value %v above the objective %v", dual, primal)
		}
	}
}

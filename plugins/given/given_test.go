package given

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

func TestMain(m *testing.M) { learnertest.Main(m, func() { serve.Main(Learner()) }) }

func TestConformance(t *testing.T) { learnertest.Run(t) }

// Under the weights potentials are the features.
func TestFeaturesAreScores(t *testing.T) {
	const k = 3
	r := rand.New(rand.NewPCG(1, 1))
	x := sp.Instance{
		ID: "a", Weight: 1, K: k, Node: sp.Rows{N: 3, D: k},
		Edges: []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}}, Edge: sp.Rows{N: 2, D: k * k},
		Gold: make([]int32, 3),
	}
	for range 3 * k {
		x.Node.Dense = append(x.Node.Dense, r.Float32())
	}
	for range 2 * k * k {
		x.Edge.Dense = append(x.Edge.Dense, r.Float32())
	}
	m, err := feature.New("linear", nil, feature.DimsOf(&x))
	if err != nil {
		t.Fatal(err)
	}
	w, err := weights(m)
	if err != nil {
		t.Fatal(err)
	}
	p := new(sp.Potentials)
	m.Potentials(p, w, &x)
	for i, v := range x.Node.Dense {
		if p.Node[i] != float64(v) {
			t.Errorf("node score %d is %v, want %v", i, p.Node[i], v)
		}
	}
	for i, v := range x.Edge.Dense {
		if p.Pair.Table[i] != float64(v) {
			t.Errorf("edge score %d is %v, want %v", i, p.Pair.Table[i], v)
		}
	}
}

func TestOtherFeatures(t *testing.T) {
	for _, args := range []string{`{"pairs":"potts"}`, `{"reference":true}`} {
		m, err := feature.New("linear", []byte(args), feature.Dims{K: 2, Node: 2, Edge: 4})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := weights(m); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", args, err)
		}
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 2, Node: 3, Edge: 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := weights(m); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("three features of two labels: %v", err)
	}
}

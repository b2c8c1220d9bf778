package encoder

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/sp"
)

// labels is a loss with derivatives ±1 at two labels.
type labels struct{ list []*sp.Instance }

func (l labels) Value(delta, _ []float32, i int) (float64, error) {
	clear(delta)
	for d, k := range l.list[i].Gold {
		delta[2*d+int(k)], delta[2*d+1-int(k)] = -1, 1
	}
	return 0, nil
}

// BenchmarkStep is a pass over 20 images of 28×28: by Training.Step alone, as in locpmap's network,
// and by a joint encoder. Its part beside the network is scores and derivatives.
func BenchmarkStep(b *testing.B) {
	e, r := Defaults(), rand.New(rand.NewPCG(1, 1))
	e.Net, e.Hidden, e.Layers, e.Pretraining = convolution, 32, 2, 0
	t := &sp.Task{}
	for range 20 {
		x := sp.Instance{K: 2, Weight: 1, Shape: [2]int{28, 28}, Edges: sp.GridEdges(28, 28),
			Node: sp.Rows{N: 784, D: 1, Dense: make([]float32, 784)}, Gold: make([]int32, 784)}
		for d := range x.Gold {
			x.Gold[d], x.Node.Dense[d] = r.Int32N(2), r.Float32()
		}
		t.Train = append(t.Train, x)
	}
	var err error
	if t.Map, err = feature.New("linear", []byte(`{"pairs":"potts"}`),
		feature.DimsOf(&t.Train[0])); err != nil {
		b.Fatal(err)
	}
	u, _, f, err := e.Begin(t, nil, true)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	all := make([]int, 20)
	for i := range all {
		all[i] = i
	}
	b.Run("network", func(b *testing.B) {
		tr := &network.Training{Network: f.net, Images: f.images, Momentum: 0.9,
			Loss: func() network.Loss { return labels{f.given} }}
		defer tr.Close()
		defer cputime.PerOp(b)()
		for b.Loop() {
			if _, err := tr.Step(all, 1e-9); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoder", func(b *testing.B) {
		w, other := make([]float64, u.Map.Dim()), make([]int32, 784)
		for i := range w {
			w[i] = r.NormFloat64()
		}
		var p sp.Potentials
		f.visits, f.Speed, f.batch = 1000, 1e-9, 1<<30
		b.ReportAllocs()
		defer cputime.PerOp(b)()
		for b.Loop() {
			for i := range u.Train {
				x := &u.Train[i]
				u.Map.Potentials(&p, w, x)
				for d, k := range x.Gold {
					other[d] = 1 - k
				}
				f.LearnLabels(x, other, x.Gold, w, 1)
			}
			f.batch = 1
			f.Step()
			f.batch = 1 << 30
		}
	})
}

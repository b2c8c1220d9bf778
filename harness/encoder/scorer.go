package encoder

import (
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/sp"
)

// A scorer holds the state of Potentials between instances.
type scorer struct {
	kind [3]int // of the instances it is for, by kindOf
	*feature.Linear
	network *network.Network
	weights []float64 // of the network, as the caller's slice
	pass    *network.Pass
	x       sp.Instance // with the network's scores as node features
}

// Potentials implements learner.Scorer. The weights are those of the feature map; or, with a
// network, those of its scores and of pairs, then the network's.
func (e *Encoder) Potentials(t *sp.Task, p *sp.Potentials, weights []float64,
	x *sp.Instance) error {
	m, want := t.Map, t.Map.Dim()
	if e.On() {
		if kind := kindOf(x); e.scorer == nil || e.scorer.kind != kind {
			m, n, err := e.model(t.Map, x)
			if err != nil {
				return err
			}
			e.scorer = &scorer{kind: kind, Linear: m, network: n, pass: n.NewPass()}
		}
		m, want = e.scorer.Linear, e.scorer.Dim()+e.scorer.network.Size()
	}
	if len(weights) != want {
		return fmt.Errorf("encoder: %w: %d weights, the model has %d", sp.ErrProtocol, len(weights),
			want)
	}
	if s := e.scorer; e.On() {
		image, err := e.image(x)
		if err != nil {
			return err
		}
		if w := weights[s.Dim():]; s.weights == nil || &s.weights[0] != &w[0] {
			s.network.SetWeights(w)
			s.weights = w
		}
		s.x = *x
		s.x.Node = sp.Rows{N: x.N(), D: x.K, Dense: e.pick(x, s.pass.Forward(image))}
		x = &s.x
	}
	m.Potentials(p, weights[:m.Dim()], x)
	return nil
}

// kindOf returns everything about x that the form of its network depends on.
func kindOf(x *sp.Instance) [3]int {
	if _, shape := x.Whole(); shape == [2]int{} {
		return [3]int{x.Node.D, x.K, 0}
	}
	return [3]int{x.Node.D, x.K, 1}
}

package locpmap

import (
	"fmt"

	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/sp"
)

// A scorer holds the state of Potentials between instances.
type scorer struct {
	channels int
	network  *network.Network
	pass     *network.Pass
}

// Potentials implements learner.Scorer. It sets p to the scores of the task's feature map. With a
// network it adds the network's scores; the network's weights come after those of the feature map.
// With Centre, it centres the result.
func (l *LocPMAP) Potentials(t *sp.Task, p *sp.Potentials, weights []float64,
	x *sp.Instance) error {
	if l.On() {
		err := l.Encoder.Potentials(t, p, weights, x)
		if err == nil && l.Centre {
			centre(p)
		}
		return err
	}
	dim, want := t.Map.Dim(), t.Map.Dim()
	var image network.Image
	if l.Unaries == unariesNetwork {
		var err error
		if image, err = imageOf(x); err != nil {
			return err
		}
		if l.scorer == nil || l.scorer.channels != x.Node.D {
			n := l.network(x)
			l.scorer = &scorer{x.Node.D, n, n.NewPass()}
		}
		want += l.scorer.network.Size()
	}
	if len(weights) != want {
		return fmt.Errorf("locpmap: %w: %d weights, the model has %d", sp.ErrProtocol, len(weights),
			want)
	}
	t.Map.Potentials(p, weights[:dim], x)
	if l.Unaries == unariesNetwork {
		l.scorer.network.SetWeights(weights[dim:])
		add(p.Node, l.scorer.pass.Forward(image), x)
	}
	if l.Centre {
		centre(p)
	}
	return nil
}

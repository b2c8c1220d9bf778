package encoder

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/sp"
)

// Values of Encoder.Net.
const (
	none        = "none"
	mlp         = "mlp"
	convolution = "convolution"
)

// An Encoder has the parameters of the network of a fit.
type Encoder struct {
	Net         string  `json:"encoder" enum:"none,mlp,convolution" help:"a network whose scores replace the node features: a multi-layer perceptron of each variable, or convolutions along chains and on image grids"`
	Frozen      bool    `json:"frozen" when:"encoder=mlp,convolution" help:"keep the network as the independent classifier, with scores of training instances out of fold; off: train it jointly"`
	Hidden      int     `json:"hidden" range:"[1,1024]" when:"encoder=mlp,convolution" help:"units of each hidden layer"`
	Layers      int     `json:"layers" range:"[1,16]" when:"encoder=mlp,convolution" help:"hidden layers; convolutions of sparse features have one more, of each variable alone, before them"`
	Pretraining int     `json:"pretraining" range:"[1,1000000]" when:"encoder=mlp,convolution" help:"visits of each training instance by the independent classifier, also in each of its folds"`
	Speed       float64 `json:"encoder_rate" range:"(0,1]" when:"encoder=mlp,convolution" help:"first step of Adam per weight of the network; it falls linearly to 0; joint training has a tenth of it"`

	scorer *scorer
}

// Defaults returns the default parameters: no network.
func Defaults() Encoder {
	return Encoder{Net: none, Hidden: 64, Layers: 1, Pretraining: 10, Speed: 0.01}
}

// On reports whether there is a network.
func (e *Encoder) On() bool { return e.Net != none && e.Net != "" }

// model returns the feature map of the network's scores, and a network for instances like x.
func (e *Encoder) model(m sp.FeatureMap, x *sp.Instance) (*feature.Linear, *network.Network,
	error) {
	linear, ok := m.(*feature.Linear)
	if !ok || x.Node.D == 0 {
		return nil, nil, fmt.Errorf("encoder: a network needs node features and the feature map "+
			"linear: %w", errors.ErrUnsupported)
	}
	hidden := network.Layer{Rows: 1, Columns: 1, Width: e.Hidden}
	var layers []network.Layer
	if e.Net == convolution {
		if x.Node.Sparse() {
			layers = append(layers, hidden)
		}
		if hidden.Columns = 3; kindOf(x)[2] == 1 {
			hidden.Rows = 3
		}
	}
	for range e.Layers {
		layers = append(layers, hidden)
	}
	return linear.ForNodes(x.K), network.New(x.Node.D, layers, x.K), nil
}

// image returns the features of x as the network sees them: convolutions see the whole image behind
// x.
func (e *Encoder) image(x *sp.Instance) (network.Image, error) {
	node, shape := &x.Node, x.Shape
	if e.Net == convolution {
		node, shape = x.Whole()
	}
	image := network.Image{Rows: 1, Columns: node.N, Pixels: node.Dense}
	if node.Sparse() {
		image.Sparse = node
	}
	switch {
	case e.Net != convolution:
	case shape != [2]int{}:
		image.Rows, image.Columns = shape[0], shape[1]
		if image.Sparse != nil {
			return image, fmt.Errorf("encoder: convolutions on image grids need dense features, "+
				"but those of instance %q are sparse: %w", x.ID, errors.ErrUnsupported)
		}
	case x.Frame == nil && !x.IsChain():
		return image, fmt.Errorf("encoder: convolutions need chains or image grids, but instance "+
			"%q is none; use encoder: %s: %w", x.ID, mlp, errors.ErrUnsupported)
	}
	return image, nil
}

// pixel returns the pixel of variable d of x in its image.
func (e *Encoder) pixel(x *sp.Instance, d int) int {
	if e.Net == convolution {
		return x.Place(d)
	}
	return d
}

// pick moves the scores of the variables of x to the front of those of its image, and returns them.
func (e *Encoder) pick(x *sp.Instance, scores []float32) []float32 {
	for d := range x.N() {
		copy(scores[d*x.K:][:x.K], scores[e.pixel(x, d)*x.K:])
	}
	return scores[:x.N()*x.K]
}

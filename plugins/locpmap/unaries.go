package locpmap

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/sp"
)

// unaries is the network of a run. Its scores are added to those of the features.
type unaries struct {
	*network.Network
	train  []sp.Instance              // instances with all labels known
	images []network.Image            // the whole images behind train
	scores map[*sp.Instance][]float64 // scores of train (n×K) by the trained network; absent: 0
}

// newUnaries creates a network of weights 0: its scores are 0.
func (r *run) newUnaries() error {
	if r.Solver != solverLBFGS {
		return fmt.Errorf("locpmap: unaries: network does not work with solver: %s; use "+
			"solver: %s: %w", r.Solver, solverLBFGS, errors.ErrUnsupported)
	}
	u := &unaries{train: r.train}
	for i := range r.train {
		image, err := imageOf(&r.train[i])
		if err != nil {
			return err
		}
		u.images = append(u.images, image)
	}
	u.Network = r.network(r.full[0])
	r.unaries = u
	return nil
}

// The network's layers, and the share of a step repeated in the next.
var widths = []int{16, 32, 32, 64}

const momentum = 0.9

// network returns a network of weights 0 for instances like x: 3×3 convolutions, and a 1×1 layer to
// the labels.
func (l *LocPMAP) network(x *sp.Instance) *network.Network {
	var layers []network.Layer
	for _, width := range l.widths {
		layers = append(layers, network.Layer{Rows: 3, Columns: 3, Width: width})
	}
	return network.New(x.Node.D, layers, x.K)
}

// imageOf returns the features of x as an image.
func imageOf(x *sp.Instance) (network.Image, error) {
	node, shape := x.Whole()
	switch {
	case shape == [2]int{}:
		return network.Image{}, fmt.Errorf(
			"locpmap: unaries: network needs image grids, but instance %q is none: %w", x.ID,
			errors.ErrUnsupported)
	case node.D == 0 || node.Sparse():
		return network.Image{}, fmt.Errorf(
			"locpmap: unaries: network needs dense features, but instance %q has none: %w", x.ID,
			errors.ErrUnsupported)
	}
	return network.Image{Rows: shape[0], Columns: shape[1], Pixels: node.Dense}, nil
}

// withNetwork returns w followed by the weights of the network, if any.
func (u *unaries) withNetwork(w []float64) []float64 {
	if u == nil {
		return w
	}
	all := make([]float64, len(w)+u.Size())
	u.Weights(all[copy(all, w):])
	return all
}

// learned reports whether F is final: there is no network, or it is trained.
func (u *unaries) learned() bool { return u == nil || u.scores != nil }

// evaluate sets scores, on all processors.
func (u *unaries) evaluate() {
	list := make([][]float64, len(u.train))
	u.Each(u.images, func(i int, scores []float32) {
		list[i] = make([]float64, u.train[i].N()*u.train[i].K)
		add(list[i], scores, &u.train[i])
	})
	u.scores = make(map[*sp.Instance][]float64, len(list))
	for i := range list {
		u.scores[&u.train[i]] = list[i]
	}
}

// add adds to dst (n×K) the scores of an image at the variables of its part x.
func add(dst []float64, scores []float32, x *sp.Instance) {
	for d := range x.N() {
		for j, v := range scores[x.Place(d)*x.K:][:x.K] {
			dst[d*x.K+j] += float64(v)
		}
	}
}

package network

import (
	"math"
	"math/rand/v2"
)

// A Network is a stack of convolutions. Several passes may evaluate it at once, but not while
// it is changed.
type Network struct {
	layers  []convolution
	weights []float32   // of all layers
	flipped [][]float32 // of each layer except the first, for derivatives by its inputs
}

// A Layer is Width channels with rectified units. Each sees the Rows×Columns pixels around its
// own; both numbers are odd.
type Layer struct{ Rows, Columns, Width int }

// New returns a network with all weights 0, from images with channels channels, through layers,
// to k scores of each pixel. It panics if a number is not positive. Sparse images need a first
// layer of 1×1.
func New(channels int, layers []Layer, k int) *Network {
	n, start := &Network{}, 0
	add := func(rows, columns, in, out int) {
		if rows%2*(columns%2) != 1 || in < 1 || out < 1 {
			panic("network: a layer without inputs or outputs, or without a centre")
		}
		l := newConvolution(rows, columns, in, out, start)
		start += l.deep * l.wide
		n.layers = append(n.layers, l)
	}
	in := channels
	for _, l := range layers {
		add(l.Rows, l.Columns, in, l.Width)
		in = l.Width
	}
	add(1, 1, in, k)
	n.weights = make([]float32, start)
	for i := range n.layers {
		var flipped []float32
		if back := n.layers[i].backward(); i > 0 {
			flipped = make([]float32, back.deep*back.wide)
		}
		n.flipped = append(n.flipped, flipped)
	}
	return n
}

// Initialise draws the weights. Rectified units get normal weights of variance 2 divided by the
// number of inputs (He et al. 2015). Constants and the last layer stay 0, so that all scores
// are 0.
func (n *Network) Initialise(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x6e6574776f726b))
	clear(n.weights)
	for i := range n.layers[:len(n.layers)-1] {
		l := &n.layers[i]
		inputs := l.inputs()
		scale, w := math.Sqrt(2/float64(inputs)), l.of(n.weights)
		for j := range inputs {
			for o := range l.out {
				w[j*l.wide+o] = float32(r.NormFloat64() * scale)
			}
		}
	}
	n.changed()
}

// changed updates everything derived from the weights.
func (n *Network) changed() {
	for i, flipped := range n.flipped {
		if i > 0 {
			n.layers[i].flip(flipped, n.layers[i].of(n.weights))
		}
	}
}

// Size returns the number of weights.
func (n *Network) Size() int {
	size := 0
	n.rows(func(row []float32) { size += len(row) })
	return size
}

// Weights fills dst (Size) with the weights, layer by layer.
func (n *Network) Weights(dst []float64) {
	n.rows(func(row []float32) {
		for i, v := range row {
			dst[i] = float64(v)
		}
		dst = dst[len(row):]
	})
}

// SetWeights sets the weights (Size) from the order of Weights, rounded to float32.
func (n *Network) SetWeights(w []float64) {
	n.rows(func(row []float32) {
		for i := range row {
			row[i] = float32(w[i])
		}
		w = w[len(row):]
	})
	n.changed()
}

// rows calls do for each row of weights, without padding.
func (n *Network) rows(do func(row []float32)) {
	for i := range n.layers {
		l := &n.layers[i]
		w := l.of(n.weights)
		for j := range l.inputs() + 1 {
			do(w[j*l.wide:][:l.out])
		}
	}
}

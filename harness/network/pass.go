package network

import "github.com/spbench/spbench/harness/sp"

// An Image is rows×columns pixels of some channels each, pixel by pixel in row-major order. It
// is read-only. A chain is an image of one row.
type Image struct {
	Rows, Columns int
	Pixels        []float32 // rows·columns × channels
	Sparse        *sp.Rows  // nil, or sparse rows in place of Pixels
}

// A Pass evaluates a network at one image after another. It keeps buffers and is not safe for
// concurrent use.
type Pass struct {
	of     *Network
	image  Image
	units  [][]float32 // of each layer: padded pixels × wide
	band   []float32
	deltas [2][]float32 // derivatives by the outputs of a layer and of the one before
	scores []float32
	touched
}

// NewPass returns a pass of the network.
func (n *Network) NewPass() *Pass {
	band := 0
	for i := range n.layers {
		back := n.layers[i].backward()
		band = max(band, n.layers[i].bandSize(), back.bandSize())
	}
	return &Pass{of: n, units: make([][]float32, len(n.layers)), band: make([]float32, band)}
}

// Forward returns the scores of the image (pixels × K), valid until the next call.
func (p *Pass) Forward(x Image) []float32 {
	p.image = x
	g := grid{x.Rows, x.Columns}
	in, stride := x.Pixels, p.of.layers[0].in
	for i := range p.of.layers {
		l := &p.of.layers[i]
		p.units[i] = sp.Grow(p.units[i], g.padded()*l.wide)
		if i == 0 && x.Sparse != nil {
			l.gather(p.units[i], x.Sparse, l.of(p.of.weights))
		} else {
			l.apply(p.units[i], in, stride, l.of(p.of.weights), p.band, g)
		}
		if i < len(p.of.layers)-1 {
			rectify(p.units[i])
		}
		in, stride = p.units[i], l.wide
	}
	k, pixels := p.of.layers[len(p.of.layers)-1].out, x.Rows*x.Columns
	p.scores = sp.Grow(p.scores, pixels*k)
	for d := range pixels {
		copy(p.scores[d*k:][:k], in[d*stride:])
	}
	return p.scores
}

func rectify(units []float32) {
	for i, v := range units {
		units[i] = max(v, 0)
	}
}

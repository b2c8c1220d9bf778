package network

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// backward is back-propagation (Rumelhart, Hinton & Williams 1986). It adds to sum the
// derivatives of a function by the weights, in the order of the network's weights. delta
// (pixels × K) holds the derivatives of this function by the scores of the last Forward. A
// rectified unit of value 0 passes nothing on.
func (p *Pass) backward(sum, delta []float32) {
	g := grid{p.image.Rows, p.image.Columns}
	p.spread(delta, g)
	for i := len(p.of.layers) - 1; i >= 0; i-- {
		l, d := &p.of.layers[i], p.deltas[0]
		x, stride := p.image.Pixels, l.in
		if i > 0 {
			x, stride = p.units[i-1], p.of.layers[i-1].wide
		}
		if i == 0 && p.image.Sparse != nil {
			l.scatter(l.of(sum), p.image.Sparse, d, &p.touched)
			return
		}
		l.gradient(l.of(sum), x, stride, d, p.band, g)
		if i == 0 {
			return
		}
		back := l.backward()
		p.deltas[1] = sp.Grow(p.deltas[1], g.padded()*back.wide)
		back.apply(p.deltas[1], d, l.wide, p.of.flipped[i], p.band, g)
		for j, v := range x[:len(p.deltas[1])] { // v is not below 0; no branches
			u := int32(math.Float32bits(v))
			d := &p.deltas[1][j]
			*d = math.Float32frombits(math.Float32bits(*d) & uint32((u|-u)>>31))
		}
		p.deltas[0], p.deltas[1] = p.deltas[1], p.deltas[0]
	}
}

// spread sets deltas[0] to delta in the layout of the last layer.
func (p *Pass) spread(delta []float32, g grid) {
	last := &p.of.layers[len(p.of.layers)-1]
	d := sp.Grow(p.deltas[0], g.padded()*last.wide)
	clear(d)
	for i := 0; len(delta) > 0; i, delta = i+last.wide, delta[last.out:] {
		copy(d[i:], delta[:last.out])
	}
	p.deltas[0] = d
}

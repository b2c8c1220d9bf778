package network

// A convolution is a layer. Each of its out channels at a pixel is a weighted sum of a constant
// 1 and of the in channels of the tall×broad pixels around it; outside of the image they are 0.
//
// Weights are deep×wide in row-major order: a row for each number of the sum, tap by tap, then
// the constant's, and a column for each output. Rows and columns are padded with zeros to whole
// tiles.
type convolution struct {
	tall, broad int // odd
	in, out     int
	deep, wide  int
	start       int // index of its first weight among those of the network
}

func newConvolution(tall, broad, in, out, start int) convolution {
	return convolution{
		tall: tall, broad: broad, in: in, out: out, start: start,
		deep: up(tall*broad*in+1, tileRows), wide: up(out, tileColumns),
	}
}

// inputs returns the number of inputs of an output, besides the constant.
func (c *convolution) inputs() int { return c.tall * c.broad * c.in }

// up is the least multiple of unit that is not below n.
func up(n, unit int) int { return (n + unit - 1) / unit * unit }

// of returns the layer's part of the network's weights, or of other values in their order.
func (c *convolution) of(weights []float32) []float32 {
	return weights[c.start:][:c.deep*c.wide]
}

// A grid is the shape of an image.
type grid struct{ rows, columns int }

// padded returns the number of pixels, in whole tiles.
func (g grid) padded() int { return up(g.rows*g.columns, tileRows) }

// apply sets dst (padded pixels × wide) to the sums of the layer: x times weights (deep×wide).
// The pixels of x are stride apart. band is a buffer of bandSize(deep).
func (c *convolution) apply(dst, x []float32, stride int, weights, band []float32, g grid) {
	clear(dst[:g.padded()*c.wide])
	for lo := 0; lo < g.padded(); lo += bandPixels {
		n := min(bandPixels, g.padded()-lo)
		c.unfold(band, x, stride, g, lo, n)
		multiply(matrix{dst[lo*c.wide:], c.wide, 1}, matrix{band, c.deep, 1},
			matrix{weights, c.wide, 1}, n, c.wide, c.deep)
	}
}

// gradient adds to sum (deep×wide) the derivatives of a function by the weights. delta holds
// its derivatives by the outputs (padded pixels × wide, 0 past the image).
func (c *convolution) gradient(sum, x []float32, stride int, delta, band []float32, g grid) {
	for lo := 0; lo < g.padded(); lo += bandPixels {
		n := min(bandPixels, g.padded()-lo)
		c.unfold(band, x, stride, g, lo, n)
		multiply(matrix{sum, c.wide, 1}, matrix{band, 1, c.deep},
			matrix{delta[lo*c.wide:], c.wide, 1}, c.deep, c.wide, n)
	}
}

// backward returns the convolution from derivatives by the outputs of c to derivatives by its
// inputs.
func (c *convolution) backward() convolution {
	return newConvolution(c.tall, c.broad, c.out, up(c.in, tileColumns), 0)
}

// flip fills dst with the weights of c.backward(): each tap has the weights of the opposite
// one.
func (c *convolution) flip(dst, weights []float32) {
	back := c.backward()
	taps := c.tall * c.broad
	for t := range taps {
		for i := range c.in {
			for o, v := range weights[(t*c.in+i)*c.wide:][:c.out] {
				dst[((taps-1-t)*c.out+o)*back.wide+i] = v
			}
		}
	}
}

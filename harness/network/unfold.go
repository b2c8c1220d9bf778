package network

// bandPixels is the number of pixels unfolded at a time: the band stays in the processor's
// caches during the multiplication.
const bandPixels = 128

func (c *convolution) bandSize() int { return bandPixels * c.deep }

// unfold fills band (n×deep) with the inputs of the pixels lo, lo+1, …, in the order of the
// weights' rows: the channels of each pixel around, 0 outside of the image, then a 1. Rows past
// the image are 0.
func (c *convolution) unfold(band, x []float32, stride int, g grid, lo, n int) {
	at := 0 // index in band
	for p := lo; p < lo+n; p++ {
		seen := band[at:][:c.deep]
		at += c.deep
		if p >= g.rows*g.columns {
			clear(seen)
			continue
		}
		c.around(seen, x, stride, g, p)
		end := c.inputs()
		seen[end] = 1
		clear(seen[end+1:])
	}
}

// around copies the channels of the tall×broad pixels around p.
func (c *convolution) around(seen, x []float32, stride int, g grid, p int) {
	row, column := p/g.columns, p%g.columns
	line, left := c.broad*c.in, column-c.broad/2
	for r := row - c.tall/2; r <= row+c.tall/2; r, seen = r+1, seen[line:] {
		switch {
		case r < 0 || r >= g.rows:
			clear(seen[:line])
			continue
		case stride == c.in && left >= 0 && left+c.broad <= g.columns:
			copy(seen[:line], x[(r*g.columns+left)*stride:])
			continue
		}
		for j := range c.broad {
			tap := seen[j*c.in:][:c.in]
			if q := left + j; q < 0 || q >= g.columns {
				clear(tap)
			} else {
				copy(tap, x[(r*g.columns+q)*stride:])
			}
		}
	}
}

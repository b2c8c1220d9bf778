package jpeg

// row writes row y of a component with as many samples as the picture has columns. It needs
// as many sums.
//
// A component with half of the rows or columns is interpolated: a new sample is 3/4 of the nearest
// one and 1/4 of the next, beyond the edge the nearest one again. Sums are rounded up and down in
// turn. libjpeg-turbo repeats samples instead at all other proportions, and in up to two columns.
func (c *component) row(y int, sums []int32, to []uint8) {
	near := c.line(y / c.moreV)
	if c.moreH == 1 && c.moreV == 1 {
		copy(to, near)
		return
	}
	smoothH := c.moreH == 2 && c.moreV <= 2 && c.width > 2
	smoothV := c.moreV == 2 && (c.moreH == 1 || smoothH)
	other := near
	if smoothV {
		other = c.line(y/2 - 1 + 2*(y%2))
	}
	for x, s := range near {
		sums[x] = 3*int32(s) + int32(other[x]) // four samples
	}

	left, right := int32(4), int32(8) // round sums of sixteen samples
	switch {
	case smoothV && smoothH:
		left, right = 8, 7
	case smoothV && y%2 == 0:
		right = left
	case smoothV:
		left = right
	}
	if smoothH {
		widen(sums[:c.width], to, left, right)
		return
	}
	for i, s := range sums[:c.width] {
		part := to[i*c.moreH:]
		for side := range part[:min(c.moreH, len(part))] {
			part[side] = uint8((4*s + left) >> 4)
		}
	}
}

// widen writes two samples for each sum: of it and the sum on the left, and of it and the next.
func widen(sums []int32, to []uint8, left, right int32) {
	before := sums[0]
	for i, s := range sums {
		after := s
		if i+1 < len(sums) {
			after = sums[i+1]
		}
		pair := to[2*i:]
		pair[0] = uint8((3*s + before + left) >> 4)
		if len(pair) > 1 {
			pair[1] = uint8((3*s + after + right) >> 4)
		}
		before = s
	}
}

// line returns the samples of row y, or of the nearest row.
func (c *component) line(y int) []uint8 {
	return c.samples[min(max(y, 0), c.height-1)*8*c.across:][:c.width]
}

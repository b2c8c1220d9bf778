package drawing

// A point of a canvas: its distance from the left and from the top, in pixels.
type point struct{ x, y int }

// A canvas is a square image of labels 0 and 1. All drawing uses integers; parts beyond the border
// are clipped.
type canvas struct {
	side  int
	label []int32 // side×side, row by row
}

// disc gives a label to the pixels at most radius away from p.
func (c *canvas) disc(p point, radius int, k int32) {
	for y := max(p.y-radius, 0); y <= min(p.y+radius, c.side-1); y++ {
		for x := max(p.x-radius, 0); x <= min(p.x+radius, c.side-1); x++ {
			if dx, dy := x-p.x, y-p.y; dx*dx+dy*dy <= radius*radius {
				c.label[y*c.side+x] = k
			}
		}
	}
}

// curve draws the quadratic Bézier curve from a to c with control point b and a round pen.
func (c *canvas) curve(from, by, to point, radius int) {
	steps := 4 * c.side // closer than pixels: a curve is at most 2√2·side long
	for t := range steps + 1 {
		s := steps - t
		at := func(a, b, z int) int {
			return (s*s*a + 2*s*t*b + t*t*z + steps*steps/2) / (steps * steps)
		}
		c.disc(point{at(from.x, by.x, to.x), at(from.y, by.y, to.y)}, radius, 1)
	}
}

// polygon fills the polygon with these corners: a pixel is inside if a ray to its right crosses an
// odd number of sides.
func (c *canvas) polygon(corners ...point) {
	for y := range c.side {
		for x := range c.side {
			inside := false
			for i, a := range corners {
				b := corners[(i+1)%len(corners)]
				if a.y > b.y {
					a, b = b, a
				}
				// The side crosses the row to the right of x: (b−a)×(p−a) > 0.
				if a.y <= y && y < b.y && (b.x-a.x)*(y-a.y) > (x-a.x)*(b.y-a.y) {
					inside = !inside
				}
			}
			if inside {
				c.label[y*c.side+x] = 1
			}
		}
	}
}

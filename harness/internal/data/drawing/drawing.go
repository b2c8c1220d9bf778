// Package drawing generates the binary images of dataset "denoising", shapes, outlines, curves and
// text ([Drawing.Draw]), and the words of dataset "chains" ([Handwriting]). It draws with integers
// only, so results are equal on every machine.
package drawing

import "math/rand/v2"

// A Drawing is one of the binary images of "denoising". The drawn figure is 1.
type Drawing struct {
	Name string
	ink  func(c *canvas, r *rand.Rand)
}

// All lists the drawings. They differ in their difficulty: borders of large regions, corners, long
// thin lines, small strokes close to each other.
var All = []Drawing{
	{"shapes", (*canvas).shapes}, {"outlines", (*canvas).outlines}, {"curves", (*canvas).curves},
	{"text", (*canvas).text},
}

// Draw returns the labels of the drawing on side×side pixels, row by row.
func (d Drawing) Draw(r *rand.Rand, side int) []int32 {
	c := &canvas{side: side, label: make([]int32, side*side)}
	d.ink(c, r)
	return c.label
}

// shapes fills nine cells with closed shapes: discs, rings, triangles and rectangles.
func (c *canvas) shapes(r *rand.Rand) {
	cell := c.side / 3
	for i := range 9 {
		size := cell/4 + r.IntN(cell/5+1)
		p := point{cell/2 + i%3*cell + r.IntN(cell/6+1), cell/2 + i/3*cell + r.IntN(cell/6+1)}
		switch i % 4 {
		case 0:
			c.disc(p, size, 1)
		case 1:
			c.disc(p, size, 1)
			c.disc(p, size/2, 0)
		case 2:
			c.polygon(point{p.x, p.y - size}, point{p.x + size, p.y + size},
				point{p.x - size, p.y + size/2})
		case 3:
			w, h := size/2+r.IntN(size/2+1), size/2+r.IntN(size/2+1)
			c.polygon(point{p.x - w, p.y - h}, point{p.x + w, p.y - h}, point{p.x + w, p.y + h},
				point{p.x - w, p.y + h})
		}
	}
}

// around are eight directions in turn, of length about 12.
var around = [8]point{{12, 0}, {8, 8}, {0, 12}, {-8, 8}, {-12, 0}, {-8, -8}, {0, -12}, {8, -8}}

// outlines draws three smooth closed lines.
func (c *canvas) outlines(r *rand.Rand) {
	for _, centre := range [3]point{{c.side * 3 / 10, c.side * 3 / 10},
		{c.side * 7 / 10, c.side * 4 / 10}, {c.side * 4 / 10, c.side * 7 / 10}} {
		// the line passes near each of them, and through the points halfway between two
		var knots [8]point
		for i, a := range around {
			radius := c.side/7 + r.IntN(c.side/6+1)
			knots[i] = point{centre.x + a.x*radius/12, centre.y + a.y*radius/12}
		}
		for i, by := range knots {
			c.curve(halfway(knots[(i+7)%8], by), by, halfway(by, knots[(i+1)%8]), c.pen())
		}
	}
}

func halfway(a, b point) point { return point{(a.x + b.x) / 2, (a.y + b.y) / 2} }

// pen is the radius of lines: 5 pixels are drawn across on 64.
func (c *canvas) pen() int { return c.side / 32 }

// curves draws six open lines.
func (c *canvas) curves(r *rand.Rand) {
	anywhere := func() point { return point{r.IntN(c.side), r.IntN(c.side)} }
	for range 6 {
		c.curve(anywhere(), anywhere(), anywhere(), c.pen())
	}
}

// text writes three lines of four signs, some of them blank. A sign is four straight strokes
// between neighbouring places of a two by three grid.
func (c *canvas) text(r *rand.Rand) {
	for line := range 3 {
		for column := range 4 {
			if r.IntN(6) == 0 {
				continue
			}
			place := func(at int) point {
				return point{(column*16 + 4 + at%2*8) * c.side / 64,
					(line*21 + 4 + at/2*7) * c.side / 64}
			}
			at := r.IntN(6)
			for range 4 {
				next := r.IntN(6)
				for next == at || max(next/2, at/2)-min(next/2, at/2) > 1 {
					next = r.IntN(6)
				}
				c.curve(place(at), halfway(place(at), place(next)), place(next), c.pen())
				at = next
			}
		}
	}
}

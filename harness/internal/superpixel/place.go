package superpixel

import "math"

// A place is the position of a region. Coordinates go from −1 to 1 along both sides of the picture.
type place struct {
	x, y   float64 // centre
	border float64 // pixels on the border of the picture
}

// places returns the place of every region. O(pixels).
func places(d *Division) []place {
	list, size := make([]place, d.N), make([]float64, d.N)
	for p, k := range d.Of {
		x, y := p%d.Width, p/d.Width
		list[k].x += float64(2*x+1)/float64(d.Width) - 1
		list[k].y += float64(2*y+1)/float64(d.Height) - 1
		if x == 0 || y == 0 || x == d.Width-1 || y == d.Height-1 {
			list[k].border++
		}
		size[k]++
	}
	for k := range list {
		list[k].x /= size[k]
		list[k].y /= size[k]
	}
	return list
}

// bell is 1 in the middle of the picture and falls off to the sides.
func (p *place) bell(width float64) float64 {
	return math.Exp(-(p.x*p.x + p.y*p.y) / (2 * width * width))
}

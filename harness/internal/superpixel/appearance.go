package superpixel

import "math"

const (
	shades   = 4          // of lightness
	hues     = 6          // sectors of the plane of a and b, beside grey
	bins     = shades * 7 // of the colour histogram
	angles   = 8          // of the gradient, between 0 and 180 degrees
	patterns = 10         // rotation-invariant uniform local binary patterns
	// A pixel is grey below this chroma, and a neighbour as light as its pixel up
	// to this difference.
	greyChroma, flatness = 8, 2
)

// A look describes the pixels of a region, independent of their position.
type look struct {
	size      float64
	mean      [3]float64 // L a b
	deviation [3]float64
	colour    [bins]float64     // shares of the pixels, shade by hue
	gradient  [angles]float64   // mean magnitude of the gradients in each direction
	roughness [2]float64        // mean and standard deviation of the magnitude
	pattern   [patterns]float64 // shares of the pixels
}

// looks returns the look of every region; gx and gy are the gradient. O(pixels).
func looks(m *Image, d *Division, gx, gy []float32) []look {
	list := make([]look, d.N)
	for p, k := range d.Of {
		r, q := &list[k], m.Lab[3*p:3*p+3]
		r.size++
		for i, v := range q {
			r.mean[i] += float64(v)
			r.deviation[i] += float64(v) * float64(v)
		}
		r.colour[colourBin(q)]++
		x, y := float64(gx[p]), float64(gy[p])
		g := math.Sqrt(x*x + y*y)
		angle := math.Atan2(y, x)/math.Pi + 1 // 0..2, opposite directions are 1 apart
		r.gradient[int(angle*angles)%angles] += g
		r.roughness[0] += g
		r.roughness[1] += g * g
		r.pattern[m.pattern(p)]++
	}
	for k := range list {
		list[k].divide()
	}
	return list
}

// distance2 is the squared distance of the mean colours.
func (r *look) distance2(s *look) float64 {
	sum := 0.0
	for c, v := range r.mean {
		v -= s.mean[c]
		sum += v * v
	}
	return sum
}

// divide turns sums into means and standard deviations.
func (r *look) divide() {
	moment := func(mean, square float64) (float64, float64) {
		mean /= r.size
		return mean, math.Sqrt(max(0, square/r.size-mean*mean))
	}
	for i := range r.mean {
		r.mean[i], r.deviation[i] = moment(r.mean[i], r.deviation[i])
	}
	r.roughness[0], r.roughness[1] = moment(r.roughness[0], r.roughness[1])
	for _, shares := range [][]float64{r.colour[:], r.gradient[:], r.pattern[:]} {
		for i := range shares {
			shares[i] /= r.size
		}
	}
}

// colourBin returns the bin of a colour: its shade, then grey or its hue.
func colourBin(q []float32) int {
	shade := min(shades-1, max(0, int(q[0]/100*shades)))
	a, b := float64(q[1]), float64(q[2])
	if a*a+b*b < greyChroma*greyChroma {
		return shade * (hues + 1)
	}
	turn := (math.Atan2(b, a)/math.Pi + 1) / 2 // 0..1
	return shade*(hues+1) + 1 + int(turn*hues)%hues
}

// ring lists the neighbours around a pixel.
var ring = [8][2]int{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}

// pattern returns the local binary pattern LBP(8,1) of pixel p in its rotation-invariant uniform
// form (Ojala, Pietikäinen & Mäenpää, IEEE PAMI 24(7), 2002, Eq. 9): the number of neighbours at
// least as light if they form one arc, else 9.
func (m *Image) pattern(p int) int {
	x, y := p%m.Width, p/m.Width
	centre := m.Lab[3*p] - flatness
	var lighter [8]bool
	count, changes := 0, 0
	for i, step := range ring {
		u, v := min(max(x+step[0], 0), m.Width-1), min(max(y+step[1], 0), m.Height-1)
		if lighter[i] = m.Lab[3*(v*m.Width+u)] >= centre; lighter[i] {
			count++
		}
	}
	for i := range lighter {
		if lighter[i] != lighter[(i+1)%8] {
			changes++
		}
	}
	if changes > 2 {
		return patterns - 1
	}
	return count
}

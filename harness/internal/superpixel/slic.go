package superpixel

import (
	"fmt"
	"math"
)

const (
	compactness = 10 // m: distance of one grid step, in units of colour
	iterations  = 10
)

// A Division assigns every pixel of a picture to one of N regions. Regions are 4-connected, not
// empty, and numbered by their first pixels.
type Division struct {
	Width, Height, N int
	Of               []int32 // Width·Height, row-major: the region of the pixel
}

// Divide returns superpixels of m by simple linear iterative clustering (Achanta et al., IEEE PAMI
// 34(11), 2012). It is k-means in colour and position from the centres of a regular grid; each
// centre searches only as far as its neighbours. Then fragments join the neighbour of the most
// similar colour.
//
// There are about wanted regions: at most 3/2 wanted, and none below a quarter of the mean size
// unless fewer than wanted/2 would remain. m must have a pixel and wanted must be positive.
// O(pixels) per iteration.
func Divide(m *Image, wanted int) *Division {
	if wanted < 1 || len(m.Lab) == 0 {
		panic(fmt.Sprintf("superpixel: %d regions of %d×%d pixels", wanted, m.Width, m.Height))
	}
	s := newClustering(m, wanted)
	for range iterations {
		s.assign()
		s.update()
	}
	return connect(m, s.label, wanted)
}

// A centre is a cluster: mean colour and mean position.
type centre struct {
	colour [3]float32
	x, y   float32
}

// A clustering is the state of the k-means.
type clustering struct {
	*Image
	step     float32 // S: side of a square of the mean size
	centres  []centre
	label    []int32
	distance []float32 // to the centre of label
	sum      []moments
}

// moments are the sums for a new centre.
type moments struct{ l, a, b, x, y, n float64 }

// newClustering puts centres on a grid and labels pixels by its cells: pixels out of reach of all
// centres have a label too.
func newClustering(m *Image, wanted int) *clustering {
	w, h := m.Width, m.Height
	step := math.Sqrt(float64(w*h) / float64(wanted))
	columns := min(w, max(1, int(math.Round(float64(w)/step))))
	rows := min(h, max(1, int(math.Round(float64(h)/step))))
	s := &clustering{
		Image: m, step: float32(max(step, 1)),
		label: make([]int32, w*h), distance: make([]float32, w*h),
		sum: make([]moments, rows*columns),
	}
	for r := range rows {
		for c := range columns {
			x, y := (2*c+1)*w/(2*columns), (2*r+1)*h/(2*rows)
			s.centres = append(s.centres, s.calm(x, y))
		}
	}
	for y := range h {
		for x := range w {
			s.label[y*w+x] = int32(y*rows/h*columns + x*columns/w)
		}
	}
	return s
}

// calm returns a centre at the pixel of least change of colour in the 3×3 around (x,y), to avoid
// edges.
func (s *clustering) calm(x, y int) centre {
	w, h := s.Width, s.Height
	best, at := float32(math.Inf(1)), y*w+x
	for v := max(y-1, 1); v <= min(y+1, h-2); v++ {
		for u := max(x-1, 1); u <= min(x+1, w-2); u++ {
			p := v*w + u
			change := distance2(s.Lab[3*(p-1):], s.Lab[3*(p+1):]) + distance2(s.Lab[3*(p-w):],
				s.Lab[3*(p+w):])
			if change < best {
				best, at = change, p
			}
		}
	}
	return centre{[3]float32(s.Lab[3*at:]), float32(at % w), float32(at / w)}
}

// assign gives every pixel the nearest centre among those with the pixel in their 2S×2S window.
func (s *clustering) assign() {
	for p := range s.distance {
		s.distance[p] = math.MaxFloat32
	}
	scale := compactness / s.step
	scale *= scale
	for k := range s.centres {
		c := &s.centres[k]
		l, a, b := c.colour[0], c.colour[1], c.colour[2]
		x0, x1 := max(0, int(c.x-s.step)), min(s.Width, int(c.x+s.step)+1)
		for y := max(0, int(c.y-s.step)); y < min(s.Height, int(c.y+s.step)+1); y++ {
			dy := float32(y) - c.y
			lo, hi := y*s.Width+x0, y*s.Width+x1
			near, label, colours := s.distance[lo:hi], s.label[lo:hi], s.Lab[3*lo:3*hi]
			label = label[:len(near)]
			for i := range near {
				q := colours[3*i : 3*i+3 : 3*i+3]
				dl, da, db, dx := q[0]-l, q[1]-a, q[2]-b, float32(x0+i)-c.x
				d := dl*dl + da*da + db*db + scale*(dx*dx+dy*dy)
				if d < near[i] {
					near[i], label[i] = d, int32(k)
				}
			}
		}
	}
}

// update moves every centre to the mean of its pixels. A centre without pixels stays.
func (s *clustering) update() {
	clear(s.sum)
	for p, k := range s.label {
		q, t := s.Lab[3*p:3*p+3], &s.sum[k]
		t.l += float64(q[0])
		t.a += float64(q[1])
		t.b += float64(q[2])
		t.x += float64(p % s.Width)
		t.y += float64(p / s.Width)
		t.n++
	}
	for k, t := range s.sum {
		if t.n > 0 {
			s.centres[k] = centre{[3]float32{float32(t.l / t.n), float32(t.a / t.n),
				float32(t.b / t.n)}, float32(t.x / t.n), float32(t.y / t.n)}
		}
	}
}

package superpixel

import (
	"encoding/binary"
	"image"
	"math"
	"sync"
)

// An Image is a picture in CIELAB (white of D65): L in [0,100], a and b in about
// [−110,110].
type Image struct {
	Width, Height int
	Lab           []float32 // 3·Width·Height, row-major, L a b of each pixel
}

// NewImage converts a picture in sRGB. O(pixels).
func NewImage(photo *image.RGBA64) *Image {
	r, linear := photo.Rect, linear()
	m := &Image{Width: r.Dx(), Height: r.Dy(), Lab: make([]float32, 0, 3*r.Dx()*r.Dy())}
	at := func(q []uint8) float64 { return linear[binary.BigEndian.Uint16(q)] }
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := photo.Pix[photo.PixOffset(r.Min.X, y):]
		for x := range m.Width {
			q := row[8*x:]
			l, a, b := lab(at(q), at(q[2:]), at(q[4:]))
			m.Lab = append(m.Lab, float32(l), float32(a), float32(b))
		}
	}
	return m
}

// linear returns the table that undoes the gamma of sRGB (IEC 61966-2-1).
var linear = sync.OnceValue(func() *[1 << 16]float64 {
	table := new([1 << 16]float64)
	for i := range table {
		v := float64(i) / math.MaxUint16
		if v <= 0.04045 {
			table[i] = v / 12.92
		} else {
			table[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return table
})

// lab converts linear red, green and blue: to XYZ, relative to the white of D65, to CIELAB.
func lab(r, g, v float64) (l, a, b float64) {
	x := compress((0.4124564*r + 0.3575761*g + 0.1804375*v) / 0.95047)
	y := compress(0.2126729*r + 0.7151522*g + 0.0721750*v)
	z := compress((0.0193339*r + 0.1191920*g + 0.9503041*v) / 1.08883)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

// compress is the cube root of CIELAB with its linear piece near 0.
func compress(t float64) float64 {
	const d = 6.0 / 29
	if t > d*d*d {
		return math.Cbrt(t)
	}
	return t/(3*d*d) + 4.0/29
}

// gradient returns the central differences of the lightness, along x and y: one entry per pixel,
// zero across the border. O(pixels).
func (m *Image) gradient() (gx, gy []float32) {
	w, h := m.Width, m.Height
	gx, gy = make([]float32, w*h), make([]float32, w*h)
	for y := range h {
		for x := range w {
			p := y*w + x
			left, right, up, down := p, p, p, p
			if x > 0 && x < w-1 {
				left, right = p-1, p+1
			}
			if y > 0 && y < h-1 {
				up, down = p-w, p+w
			}
			gx[p] = (m.Lab[3*right] - m.Lab[3*left]) / 2
			gy[p] = (m.Lab[3*down] - m.Lab[3*up]) / 2
		}
	}
	return gx, gy
}

// distance2 is the squared distance of two colours.
func distance2(a, b []float32) float32 {
	l, u, v := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return l*l + u*u + v*v
}

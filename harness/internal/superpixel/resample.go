package superpixel

import (
	"image"
	"image/color"
	"math"
)

// Resample returns the picture m in w×h pixels: along each side a tent, as wide as a step of the
// coarser grid, weighs the pixels of m. Colours are rounded to the bits of m, 8 or 16: a value v of
// 8 bits is 257·v. O(pixels of both), times the steps of m per step of the result. Memory: 12·w
// bytes for each row of m.
func Resample(m image.Image, w, h int) *image.RGBA64 {
	r := m.Bounds()
	across, down := tents(r.Dx(), w), tents(r.Dy(), h)
	rows := make([]float32, 3*w*r.Dy()) // shrunk along x
	shift, unit := 8, uint16(257)
	if Deep(m) {
		shift, unit = 0, 1
	}
	line := make([]float32, 3*r.Dx())
	for y := range r.Dy() {
		for x := range r.Dx() {
			c := m.(image.RGBA64Image).RGBA64At(r.Min.X+x, r.Min.Y+y)
			for i, v := range [3]uint16{c.R, c.G, c.B} {
				line[3*x+i] = float32(v >> shift)
			}
		}
		for x, t := range across {
			var sum [3]float32
			for i, a := range t.weight {
				q := line[3*(t.first+i):]
				for c := range sum {
					sum[c] += a * q[c]
				}
			}
			copy(rows[3*(y*w+x):], sum[:])
		}
	}
	out := image.NewRGBA64(image.Rect(0, 0, w, h))
	column := make([]float32, 3*w)
	for y, t := range down {
		clear(column)
		for i, a := range t.weight {
			for x, v := range rows[3*w*(t.first+i) : 3*w*(t.first+i+1)] {
				column[x] += a * v
			}
		}
		for x := range w {
			var c [3]uint16
			for i, v := range column[3*x : 3*x+3] {
				c[i] = uint16(min(max(v+0.5, 0), float32(math.MaxUint16/unit))) * unit
			}
			out.SetRGBA64(x, y, color.RGBA64{c[0], c[1], c[2], math.MaxUint16})
		}
	}
	return out
}

// Deep reports whether channels have 16 bits.
func Deep(m image.Image) bool {
	switch m.ColorModel() {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		return true
	}
	return false
}

// A tent holds the weights of the pixels first, first+1, …. They sum to 1.
type tent struct {
	first  int
	weight []float32
}

// tents returns the weights to resample a line of size pixels to n pixels.
func tents(size, n int) []tent {
	scale := float64(size) / float64(n)
	reach := max(scale, 1)
	list := make([]tent, n)
	for i := range list {
		centre := (float64(i)+0.5)*scale - 0.5
		lo, hi := max(0, int(math.Ceil(centre-reach))), min(size-1, int(math.Floor(centre+reach)))
		sum := 0.0
		for j := lo; j <= hi; j++ {
			sum += 1 - math.Abs(float64(j)-centre)/reach
		}
		list[i].first = lo
		for j := lo; j <= hi; j++ {
			list[i].weight = append(list[i].weight,
				float32((1-math.Abs(float64(j)-centre)/reach)/sum))
		}
	}
	return list
}

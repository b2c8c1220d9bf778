package data

import (
	"image"
	"image/draw"
	"math"
)

// resample returns the picture m in w×h pixels: along each side a tent, as wide
// as a step of the coarser grid, weighs the pixels of m. O(pixels of both), times
// the steps of m per step of the result.
func resample(m image.Image, w, h int) *image.RGBA {
	r := m.Bounds()
	across, down := tents(r.Dx(), w), tents(r.Dy(), h)
	rows := make([]float32, 3*w*r.Dy()) // shrunk along x
	from := image.NewRGBA(r)
	draw.Draw(from, r, m, r.Min, draw.Src)
	for y := range r.Dy() {
		line := from.Pix[y*from.Stride:]
		for x, t := range across {
			var sum [3]float32
			for i, a := range t.weight {
				q := line[4*(t.first+i):]
				for c := range sum {
					sum[c] += a * float32(q[c])
				}
			}
			copy(rows[3*(y*w+x):], sum[:])
		}
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	column := make([]float32, 3*w)
	for y, t := range down {
		clear(column)
		for i, a := range t.weight {
			for x, v := range rows[3*w*(t.first+i) : 3*w*(t.first+i+1)] {
				column[x] += a * v
			}
		}
		for x := range w {
			q := out.Pix[out.PixOffset(x, y):]
			for c := range 3 {
				q[c] = uint8(min(max(column[3*x+c]+0.5, 0), 255))
			}
			q[3] = 255
		}
	}
	return out
}

// A tent holds the weights of the pixels first, first+1, …, which sum to 1.
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

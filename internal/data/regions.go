package data

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
)

// Regions are a picture whose pixels are the numbers of n superpixels.
type regions struct {
	n     int
	width int
	pixel []int32 // row-major
}

// maxRegions bounds the pixels of a picture.
const maxRegions = 1 << 26

var errColours = errors.New("the picture has colours, must have the numbers of superpixels")

// readRegions reads a PNG of numbers from 0, or from 1 where the largest is n:
// grey values of 8 or 16 bits, or places in a palette.
func readRegions(name string, n int) (*regions, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c, err := png.DecodeConfig(file)
	if err != nil {
		return nil, err
	}
	if int64(c.Width)*int64(c.Height) > maxRegions {
		return nil, fmt.Errorf("%d×%d pixels, more than %d", c.Width, c.Height, maxRegions)
	}
	if _, ok := c.ColorModel.(color.Palette); !ok && c.ColorModel != color.GrayModel && c.ColorModel != color.Gray16Model {
		return nil, errColours
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	picture, err := png.Decode(file)
	if err != nil {
		return nil, err
	}
	r := &regions{n: n, width: c.Width}
	var at func(x, y int) int32
	switch m := picture.(type) {
	case *image.Gray:
		at = func(x, y int) int32 { return int32(m.GrayAt(x, y).Y) }
	case *image.Gray16:
		at = func(x, y int) int32 { return int32(m.Gray16At(x, y).Y) }
	case *image.Paletted:
		at = func(x, y int) int32 { return int32(m.ColorIndexAt(x, y)) }
	default:
		return nil, errColours // grey with a transparent value
	}
	r.pixel = make([]int32, 0, c.Width*c.Height)
	lo, hi := int32(n), int32(0)
	for y := range c.Height {
		for x := range c.Width {
			v := at(x, y)
			lo, hi = min(lo, v), max(hi, v)
			r.pixel = append(r.pixel, v)
		}
	}
	if lo < 1 || hi != int32(n) {
		lo = 0
	} else {
		lo = 1
	}
	if hi-lo >= int32(n) {
		return nil, fmt.Errorf("superpixel %d, but there are only %d", hi, n)
	}
	for i := range r.pixel {
		r.pixel[i] -= lo
	}
	return r, nil
}

// sizes returns the number of pixels of each superpixel.
func (r *regions) sizes() []float64 {
	sizes := make([]float64, r.n)
	for _, v := range r.pixel {
		sizes[v]++
	}
	return sizes
}

// grid returns the regions of a picture of which every pixel is one.
func grid(rows, columns int) *regions {
	r := &regions{n: rows * columns, width: columns, pixel: make([]int32, rows*columns)}
	for i := range r.pixel {
		r.pixel[i] = int32(i)
	}
	return r
}

// outside marks the regions of which no pixel is in the box, the smallest rectangle
// that holds those whose label is not 0. Without one there is no box, which is to
// know nothing: none is marked.
func (r *regions) outside(gold []int32) []bool {
	top, bottom, left, right := len(r.pixel), -1, r.width, -1
	for i, v := range r.pixel {
		if gold[v] != 0 {
			top, bottom = min(top, i/r.width), max(bottom, i/r.width)
			left, right = min(left, i%r.width), max(right, i%r.width)
		}
	}
	out := make([]bool, r.n)
	if bottom < 0 {
		return out
	}
	for d, k := range gold {
		out[d] = k == 0
	}
	for i, v := range r.pixel {
		if y, x := i/r.width, i%r.width; y >= top && y <= bottom && x >= left && x <= right {
			out[v] = false
		}
	}
	return out
}

package data

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// rgba returns a pixel with 8 bits.
func rgba(m image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
}

func TestResample(t *testing.T) {
	ramp := image.NewRGBA(image.Rect(3, 5, 83, 65)) // bounds need not begin at 0
	for y := range 60 {
		for x := range 80 {
			ramp.SetRGBA(3+x, 5+y, color.RGBA{uint8(3 * x), uint8(4 * y), 77, 255})
		}
	}
	same := resample(ramp, 80, 60)
	for y := range 60 {
		for x := range 80 {
			if rgba(same, x, y) != ramp.RGBAAt(3+x, 5+y) {
				t.Fatalf("the size is the same, pixel %d,%d is not", x, y)
			}
		}
	}
	for _, size := range [][2]int{{40, 30}, {27, 21}, {160, 120}, {97, 61}, {1, 1}, {80, 30}} {
		w, h := size[0], size[1]
		m := resample(ramp, w, h)
		if m.Rect != image.Rect(0, 0, w, h) {
			t.Fatalf("%v is %v", size, m.Rect)
		}
		for y := range h {
			for x := range w {
				// A ramp stays a ramp, except near the border.
				u, v := (float64(x)+0.5)*80/float64(w)-0.5, (float64(y)+0.5)*60/float64(h)-0.5
				c := rgba(m, x, y)
				inner := u > 80/float64(w) && u < 79-80/float64(w) && v > 60/float64(h) &&
					v < 59-60/float64(h)
				if c.B != 77 || c.A != 255 || inner && (math.Abs(float64(c.R)-3*u) > 1.01 ||
					math.Abs(float64(c.G)-4*v) > 1.01) {
					t.Fatalf("%v: pixel %d,%d is %v, want %.1f %.1f 77", size, x, y, c, 3*u, 4*v)
				}
			}
		}
	}
}

// Finer detail than the result can show becomes its mean.
func TestResampleDoesNotAlias(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 120, 120))
	for p := range m.Pix {
		m.Pix[p] = uint8(200 * ((p + p/120) % 2))
	}
	for _, n := range []int{40, 30, 17} {
		small := resample(m, n, n)
		for y := 1; y < n-1; y++ {
			for x := 1; x < n-1; x++ {
				if c := rgba(small, x, y); math.Abs(float64(c.R)-100) > 8 {
					t.Fatalf("%d: pixel %d,%d is %d, want about 100", n, x, y, c.R)
				}
			}
		}
	}
}

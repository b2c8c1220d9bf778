package superpixel

import (
	"image"
	"image/color"
	"math/rand/v2"
)

// paint makes a picture of a function of the pixel.
func paint(w, h int, at func(x, y int) color.RGBA) *Image {
	m := image.NewRGBA64(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, at(x, y))
		}
	}
	return NewImage(m)
}

func gray(v int) color.RGBA { return color.RGBA{uint8(v), uint8(v), uint8(v), 255} }

// inDisc reports whether a pixel lies in the object of a scene.
func inDisc(w, h, x, y int) bool {
	dx, dy := float64(x)-0.55*float64(w), float64(y)-0.5*float64(h)
	return dx*dx+dy*dy < 0.06*float64(w*h)
}

// scene is a noisy picture: a brown striped disc on green ground, brighter towards the bottom.
func scene(w, h int) *Image {
	r := rand.New(rand.NewPCG(1, 2))
	return paint(w, h, func(x, y int) color.RGBA {
		n := r.IntN(21)
		if inDisc(w, h, x, y) {
			return color.RGBA{uint8(110 + n + 20*(x/6%2)), uint8(60 + n), uint8(30 + n), 255}
		}
		return color.RGBA{uint8(40 + n), uint8(120 + n + 60*y/h), uint8(50 + n), 255}
	})
}

// pictures are hard in different ways.
func pictures() map[string]*Image {
	r := rand.New(rand.NewPCG(3, 4))
	noise := func(_, _ int) color.RGBA {
		return color.RGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 255}
	}
	return map[string]*Image{
		"flat":    paint(120, 90, func(_, _ int) color.RGBA { return gray(77) }),
		"noise":   paint(100, 80, noise),
		"checker": paint(96, 96, func(x, y int) color.RGBA { return gray(255 * ((x + y) % 2)) }),
		"stripes": paint(150, 60, func(x, _ int) color.RGBA { return gray(255 * (x / 2 % 2)) }),
		"halves":  paint(80, 120, func(x, _ int) color.RGBA { return gray(200 * (x / 40)) }),
		"ramp":    paint(200, 50, func(x, y int) color.RGBA { return gray(x + y) }),
		"scene":   scene(160, 110),
		"line":    paint(700, 1, noise),
		"column":  paint(1, 700, func(_, y int) color.RGBA { return gray(y / 3) }),
		"narrow":  paint(3, 400, noise),
	}
}

package figure

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
)

// A scene is an instance as an image, with the variable of each pixel.
type scene struct {
	photo         image.Image
	width, height int
	variable      []int32 // width·height, row-major
}

// newScene returns instance i of d as an image: its photograph, or its grid if there is none.
func newScene(d *data.Dataset, i int) (*scene, error) {
	x := &d.Instances[i]
	rows, columns := x.Shape[0], x.Shape[1]
	switch {
	case d.Pixels != nil:
		p, err := d.Pixels(i)
		if err != nil {
			return nil, err
		}
		if len(p.Variable) != p.Width*p.Height || p.Width < 1 ||
			p.Photo.Bounds().Size() != image.Pt(p.Width, p.Height) {
			return nil,
				fmt.Errorf("instance %q: %d pixels and a photograph of %v for an image of %d×%d",
					x.ID, len(p.Variable), p.Photo.Bounds().Size(), p.Width, p.Height)
		}
		for _, v := range p.Variable {
			if v < 0 || int(v) >= x.N() {
				return nil, fmt.Errorf("instance %q: a pixel belongs to variable %d of %d", x.ID, v,
					x.N())
			}
		}
		return &scene{p.Photo, p.Width, p.Height, p.Variable}, nil
	case rows > 0 && columns > 0 && !x.Node.Sparse():
		s := &scene{width: columns, height: rows, variable: make([]int32, rows*columns)}
		for v := range s.variable {
			s.variable[v] = int32(v)
		}
		s.photo = s.paint(features(d, i))
		return s, nil
	}
	return nil,
		errors.New("its instances are not images: they have neither photographs nor the shape of a grid")
}

// paint returns the image with the colour of each variable.
func (s *scene) paint(colours []color.NRGBA) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, s.width, s.height))
	for at, v := range s.variable {
		m.SetNRGBA(at%s.width, at/s.width, colours[v])
	}
	return m
}

// features returns the colours of a grid for its node features, without constant ones. A single
// feature is grey. Otherwise the first three are red, green and blue. Each is scaled to its range.
func features(d *data.Dataset, i int) []color.NRGBA {
	x := &d.Instances[i]
	var channels [][]uint8
	for j := range x.Node.D {
		var column []float64
		for v := range x.N() {
			column = append(column, float64(x.Node.DenseRow(v)[j]))
		}
		if c := stretch(column); c != nil && len(channels) < 3 {
			channels = append(channels, c)
		}
	}
	colours := make([]color.NRGBA, x.N())
	for v := range colours {
		c := color.NRGBA{A: 0xFF}
		for j, to := range []*uint8{&c.R, &c.G, &c.B} {
			switch {
			case len(channels) == 1:
				*to = channels[0][v]
			case j < len(channels):
				*to = channels[j][v]
			}
		}
		colours[v] = c
	}
	return colours
}

// stretch maps the values to 0 … 255; nil if all are equal.
func stretch(values []float64) []uint8 {
	lo, hi := slices.Min(values), slices.Max(values)
	if lo == hi {
		return nil
	}
	bytes := make([]uint8, len(values))
	for i, v := range values {
		bytes[i] = uint8(math.Round(255 * (v - lo) / (hi - lo)))
	}
	return bytes
}

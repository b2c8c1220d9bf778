package data

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"

	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

// A photograph is a picture with the mask of its object, both JPEG files. The
// picture is made as large as the mask.
type photograph struct {
	id             string
	path, maskPath string // for messages
	photo, mask    []byte
}

// picture returns the picture in the size of the mask, and the mask.
func (p *photograph) picture() (*image.RGBA64, *image.Gray, error) {
	m, err := decodeImage(p.maskPath, p.mask, mostPixels)
	if err != nil {
		return nil, nil, err
	}
	photo, err := decodeImage(p.path, p.photo, mostPixels)
	if err != nil {
		return nil, nil, err
	}
	r, q := m.Bounds(), photo.Bounds()
	if turn := float64(r.Dx()) * float64(q.Dy()) / (float64(r.Dy()) * float64(q.Dx())); math.Abs(math.Log(turn)) > 0.1 {
		return nil, nil, fmt.Errorf(
			"%s has %d×%d pixels and its mask %s %d×%d: these are not the same picture", p.path,
			q.Dx(), q.Dy(), p.maskPath, r.Dx(), r.Dy())
	}
	mask := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(mask, mask.Rect, m, r.Min, draw.Src)
	return resample(photo, r.Dx(), r.Dy()), mask, nil
}

// divide returns about superpixels regions of the picture.
func divide(path string, picture *image.RGBA64,
	superpixels int) (*superpixel.Image, *superpixel.Division, error) {
	const fewest = 9 // pixels of a region
	if r := picture.Rect; r.Dx()*r.Dy() < fewest*superpixels {
		return nil, nil, fmt.Errorf(
			"%s: %d×%d pixels are too few for %d superpixels, %d each are needed", path, r.Dx(),
			r.Dy(), superpixels, fewest)
	}
	m := superpixel.NewImage(picture)
	return m, superpixel.Divide(m, superpixels), nil
}

// graphOf returns the graph of about superpixels regions of the picture, without labels, and the
// regions.
func graphOf(path string, picture *image.RGBA64,
	superpixels int) (*segments, *superpixel.Division, error) {
	m, d, err := divide(path, picture, superpixels)
	if err != nil {
		return nil, nil, err
	}
	about := superpixel.Describe(m, d)
	s := &segments{
		Variables: []int32{int32(d.N)}, Edges: []int32{int32(len(about.Borders))},
		Node: about.Nodes, Edge: about.Edges,
		Size: make([]float64, d.N),
	}
	for _, b := range about.Borders {
		s.Ends = append(s.Ends, b.U, b.V)
	}
	for _, k := range d.Of {
		s.Size[k]++
	}
	return s, d, nil
}

// mix sets Mixed by the labels of the pixels.
func (s *segments) mix(d *superpixel.Division, labels []int32, k int) {
	s.Mixed = make([]float64, d.N*k)
	for p, v := range d.Of {
		if l := labels[p]; l != sp.Unknown {
			s.Mixed[int(v)*k+int(l)]++
		}
	}
}

// pixelsOf returns the picture and its superpixels. If their number differs from n, the file at
// path has changed since it was read.
func pixelsOf(path string, picture *image.RGBA64, superpixels, n int) (*Pixels, error) {
	_, d, err := divide(path, picture, superpixels)
	if err == nil && d.N != n {
		err = fmt.Errorf("%s has changed since it was read: it has %d superpixels, not %d", path,
			d.N, n)
	}
	if err != nil {
		return nil, err
	}
	return &Pixels{Photo: picture, Width: d.Width, Height: d.Height, Variable: d.Of}, nil
}

// segment returns the graph of the photograph's superpixels, from the cache if possible.
func (p *photograph) segment(superpixels int) (*segments, error) {
	return recallSegments(p.photo, p.mask, fmt.Sprint("photograph ", superpixels),
		func() (*segments, error) { return p.divided(superpixels) })
}

func (p *photograph) divided(superpixels int) (*segments, error) {
	picture, mask, err := p.picture()
	if err != nil {
		return nil, err
	}
	s, d, err := graphOf(p.path, picture, superpixels)
	if err != nil {
		return nil, err
	}
	if err := s.label(d, mask); err != nil {
		return nil, fmt.Errorf("%s: %w", p.maskPath, err)
	}
	return s, nil
}

// label sets the Gold label of each superpixel to the most frequent label of its pixels, and sets
// Outside.
func (s *segments) label(d *superpixel.Division, mask *image.Gray) error {
	s.Gold, s.Outside = make([]int32, d.N), make([]bool, d.N)
	object := make([]float64, d.N)
	var box image.Rectangle
	for p, k := range d.Of {
		if x, y := p%d.Width, p/d.Width; inObject(mask, p) {
			object[k]++
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		return errors.New("the mask has no pixel of the object (128 or more)")
	}
	for k := range s.Gold {
		s.Outside[k] = true
		if 2*object[k] > s.Size[k] {
			s.Gold[k] = 1
		}
	}
	for p, k := range d.Of {
		if image.Pt(p%d.Width, p/d.Width).In(box) {
			s.Outside[k] = false
		}
	}
	return nil
}

// inObject reports whether pixel p belongs to the object. Masks are JPEG files with values spread
// around their two.
func inObject(mask *image.Gray, p int) bool { return mask.Pix[p] >= 128 }

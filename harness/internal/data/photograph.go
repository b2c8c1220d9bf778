package data

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

// Largest numbers of pixels of an image. One takes up to 15 bytes to decode, and 40 to divide.
const (
	mostPixels = 1 << 24
	mostScaled = 1 << 26 // of an image to scale down
)

// A photograph is a picture with a label for each of its pixels, in files.
type photograph interface {
	// place is the path of the picture, for messages.
	place() string
	// files returns the contents of the files.
	files() (picture, labels []byte, err error)
	// picture returns the picture if it has at most so many pixels.
	picture(most int) (image.Image, error)
	// labels returns the labels of the pixels of the picture, row by row.
	labels(picture image.Image, most int) ([]int32, error)
}

// look returns the picture of at most so many pixels, and its labels.
func look(p photograph, most int) (image.Image, []int32, error) {
	picture, err := p.picture(most)
	if err != nil {
		return nil, nil, err
	}
	labels, err := p.labels(picture, most)
	return picture, labels, err
}

// oneLarge is held while an image of more than mostPixels is in memory.
var oneLarge sync.Mutex

// grid returns the pixels of the photograph, made smaller, as a grid with k labels.
func (a *imagesArgs) grid(p photograph, k int) (*pixelGraph, error) {
	picture, labels, err := look(p, mostPixels)
	if errors.Is(err, raster.ErrLarge) {
		oneLarge.Lock()
		defer oneLarge.Unlock()
		picture, labels, err = look(p, mostScaled)
	}
	if err != nil {
		return nil, err
	}
	size := picture.Bounds().Size()
	rows, columns := scaled(size.Y, size.X, a.Pixels)
	g := a.gridImage(superpixel.Resample(picture, columns, rows), labels, size, k)
	return g, score(p, g, size, func(q int) int { return variableOf(q, size, g.Shape) })
}

// segment returns the graph of about so many superpixels of the photograph, with k labels. The
// cache keeps it by the hashes of its files and by text, all other arguments.
func segment(p photograph, superpixels, k int, text string) (*pixelGraph, error) {
	picture, labels, err := p.files()
	if err != nil {
		return nil, err
	}
	text = fmt.Sprintf("%x %x %d %s", sha256.Sum256(picture), sha256.Sum256(labels), superpixels, text)
	return remembered("superpixels", text, func() (*pixelGraph, error) {
		return segmented(p, superpixels, k)
	})
}

// unscaled returns the picture m in its own size.
func unscaled(m image.Image) *image.RGBA64 {
	return superpixel.Resample(m, m.Bounds().Dx(), m.Bounds().Dy())
}

// segmented is segment without the cache.
func segmented(p photograph, superpixels, k int) (*pixelGraph, error) {
	picture, labels, err := look(p, mostPixels)
	if err != nil {
		return nil, err
	}
	m, d, err := divide(p.place(), unscaled(picture), superpixels)
	if err != nil {
		return nil, err
	}
	about := superpixel.Describe(m, d)
	g := &pixelGraph{Node: about.Nodes, Edge: about.Edges, Size: make([]float64, d.N)}
	for _, b := range about.Borders {
		g.Edges = append(g.Edges, sp.Edge{U: b.U, V: b.V})
	}
	for _, v := range d.Of {
		g.Size[v]++
	}
	g.mix(d, labels, k)
	return g, score(p, g, image.Pt(d.Width, d.Height), func(q int) int { return int(d.Of[q]) })
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

// pixelsOf returns the picture and its superpixels. If their number differs from n, its file has
// changed since it was read.
func pixelsOf(p photograph, superpixels, n int) (*Pixels, error) {
	m, err := p.picture(mostPixels)
	if err != nil {
		return nil, err
	}
	picture := unscaled(m)
	_, d, err := divide(p.place(), picture, superpixels)
	if err == nil && d.N != n {
		err = fmt.Errorf("%s has changed since it was read: it has %d superpixels, not %d",
			p.place(), d.N, n)
	}
	if err != nil {
		return nil, err
	}
	return &Pixels{Photo: picture, Width: d.Width, Height: d.Height, Variable: d.Of}, nil
}

// segmentAll returns the superpixels of the photographs of d, with a stand-in for those not in use,
// made on all processors. They do not depend on their number. It also sets Pixels.
func segmentAll[P photograph](e Entry, d *Dataset, photos []P, superpixels int) ([]*pixelGraph,
	error) {
	d.Pixels = func(i int) (*Pixels, error) {
		return pixelsOf(photos[i], superpixels, d.Instances[i].N())
	}
	used, list := e.used(d, len(photos)), slices.Repeat([]*pixelGraph{standInFor(d.K)}, len(photos))
	err := onAllProcessors("superpixels", len(used), func(i int) (err error) {
		list[used[i]], err = segment(photos[used[i]], superpixels, d.K, "")
		return err
	})
	return list, err
}

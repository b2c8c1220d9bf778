package data

import (
	"image"
	"slices"

	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

// A pixelGraph is a picture as a graph of its pixels or superpixels. It is stored by package gob.
type pixelGraph struct {
	Shape   [2]int // of a grid
	Edges   []sp.Edge
	Node    []float32 // rows of each variable
	Edge    []float32 // rows of each edge
	Size    []float64 // pixels of each variable, of unknown label or not
	Mixed   []float64 // n×K pixels of each label
	Outside []bool    // superpixels without a pixel of the box of all labels except 0
}

// standInFor returns one variable of unknown label, of no pixels, in place of a photograph.
func standInFor(labels int) *pixelGraph {
	return &pixelGraph{Node: make([]float32, superpixel.Columns), Size: []float64{0},
		Mixed: make([]float64, labels), Outside: []bool{false}}
}

// instance returns the instance. A variable gets the most frequent known label of its pixels, the
// first of equal ones.
func (g *pixelGraph) instance(id string, k int) sp.Instance {
	n := len(g.Size)
	x := sp.Instance{ID: id, Weight: 1, K: k, Shape: g.Shape, Edges: g.Edges,
		Gold: majority(g.Mixed, k)}
	x.Node = sp.Rows{N: n, D: len(g.Node) / n, Dense: g.Node}
	x.Edge = sp.Rows{N: len(g.Edges), D: 2, Dense: g.Edge}
	if len(g.Edges) > 0 {
		x.Edge.D = len(g.Edge) / len(g.Edges)
	}
	if slices.Max(g.Size) != 1 {
		x.Size, x.Mixed = g.Size, g.Mixed
	}
	return x
}

// majority returns the label with the largest size in each row of k sizes: the first of several,
// Unknown if all are 0.
func majority(mixed []float64, k int) []int32 {
	gold := make([]int32, 0, len(mixed)/k)
	for row := range slices.Chunk(mixed, k) {
		label := sp.Unknown
		if most := slices.Max(row); most > 0 {
			label = int32(slices.Index(row, most))
		}
		gold = append(gold, label)
	}
	return gold
}

// mix counts the pixels of each label in each superpixel, and sets Outside.
func (g *pixelGraph) mix(d *superpixel.Division, labels []int32, k int) {
	g.Mixed, g.Outside = make([]float64, d.N*k), make([]bool, d.N)
	var box image.Rectangle
	for p, v := range d.Of {
		l := labels[p]
		if l != sp.Unknown {
			g.Mixed[int(v)*k+int(l)]++
		}
		if l > 0 {
			x, y := p%d.Width, p/d.Width
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	for v := range g.Outside {
		g.Outside[v] = !box.Empty()
	}
	for p, v := range d.Of {
		if image.Pt(p%d.Width, p/d.Width).In(box) {
			g.Outside[v] = false
		}
	}
}

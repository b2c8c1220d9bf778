package data

import (
	"encoding/binary"
	"image"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// gridImage returns the pixel grid of a picture of an image of the given size.
func (a *imagesArgs) gridImage(picture *image.RGBA64, gold []int32, size image.Point,
	k int) *pixelGraph {
	rows, columns := picture.Rect.Dy(), picture.Rect.Dx()
	n := rows * columns
	m := &pixelGraph{Shape: [2]int{rows, columns}, Edges: sp.GridEdges(rows, columns),
		Size: make([]float64, n), Mixed: make([]float64, n*k)}
	for p, label := range gold {
		v := variableOf(p, size, m.Shape)
		m.Size[v]++
		if label != sp.Unknown {
			m.Mixed[v*k+int(label)]++
		}
	}
	if a.Neighbours == 8 {
		m.Edges = append(m.Edges, diagonals(rows, columns)...)
	}
	for v := range n {
		for c := range 3 {
			m.Node = append(m.Node, float32(channel(picture.Pix, v, c))/math.MaxUint16)
		}
		if a.Position {
			m.Node = append(m.Node, float32(v/columns)/float32(max(rows-1, 1)),
				float32(v%columns)/float32(max(columns-1, 1)))
		}
		m.Node = append(m.Node, 1)
	}
	m.Edge = contrasts(picture.Pix, m.Edges, columns)
	return m
}

// channel returns red, green or blue of pixel p of an RGBA64.
func channel(pix []uint8, p, c int) int { return int(binary.BigEndian.Uint16(pix[8*p+2*c:])) }

// variableOf returns the variable of pixel p of an image of this size in a grid of shape.
func variableOf(p int, size image.Point, shape [2]int) int {
	y, x := p/size.X, p%size.X
	return y*shape[0]/size.Y*shape[1] + x*shape[1]/size.X
}

// diagonals joins every pixel to its lower left and lower right neighbours.
func diagonals(rows, columns int) (edges []sp.Edge) {
	for v := range rows * columns {
		if v/columns == rows-1 {
			continue
		}
		if v%columns > 0 {
			edges = append(edges, sp.Edge{U: int32(v), V: int32(v + columns - 1)})
		}
		if v%columns < columns-1 {
			edges = append(edges, sp.Edge{U: int32(v), V: int32(v + columns + 1)})
		}
	}
	return edges
}

// contrasts returns two features of each edge of a grid: 1, and the likeness of its pixels,
// exp(−‖c−c'‖²/(2·mean of ‖c−c'‖²)), by their distance (Rother, Kolmogorov & Blake 2004, equations
// 4 and 5).
func contrasts(pix []uint8, edges []sp.Edge, columns int) []float32 {
	square := make([]float64, len(edges))
	mean := 0.0
	for i, e := range edges {
		for c := range 3 {
			// whole numbers for 8 bits
			d := float64(channel(pix, int(e.U), c)-channel(pix, int(e.V), c)) / 257
			square[i] += float64(d * d) // not fused: a fused operation rounds differently
		}
		mean += square[i] / float64(len(edges))
	}
	features := make([]float32, 0, 2*len(edges))
	for i, e := range edges {
		like := 1.0
		if mean > 0 {
			like = math.Exp(-square[i] / (2 * mean))
		}
		if u, v := int(e.U), int(e.V); u/columns != v/columns && u%columns != v%columns {
			like /= math.Sqrt2
		}
		features = append(features, 1, float32(like))
	}
	return features
}

// scaled returns the largest size of about the same proportions with at most the given number of
// pixels, and no larger than the original.
func scaled(rows, columns, most int) (int, int) {
	if rows*columns <= most {
		return rows, columns
	}
	scale := math.Sqrt(float64(most) / (float64(rows) * float64(columns)))
	r := max(1, int(float64(rows)*scale))
	return min(r, most), max(1, min(int(float64(columns)*scale), most/min(r, most)))
}

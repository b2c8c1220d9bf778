package data

import (
	"image"
	"math/rand/v2"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

var blobsEntry = withArguments(Entry{
	Name: "blobs",
	Doc: "generated images: smooth regions of 2 or more labels, or samples of a Potts field, seen " +
		"through noise, 4-connected grids, 10 folds; " +
		"two labels are ground and object, whose box is known; an image without object has no box",
	Licence: "generated; public domain",
}, blobsArgs{Images: 200, Rows: 10, Columns: 10, Labels: 2, Noise: 1, Radius: 2, Seed: 1}, loadBlobs)

// blobsArgs are the arguments of "blobs".
type blobsArgs struct {
	Images   int     `json:"images" range:"[1,1000000]" help:"number of images"`
	Rows     int     `json:"rows" range:"[1,1000]" help:"rows of an image"`
	Columns  int     `json:"columns" range:"[1,1000]" help:"columns of an image"`
	Labels   int     `json:"labels" range:"[2,16]" help:"kinds of regions; one channel for 2, else one for each"`
	Noise    float64 `json:"noise" range:"[0,16]" help:"standard deviation of a channel; means of labels differ by 1"`
	Radius   int     `json:"radius" range:"[0,20]" help:"of the regions, in pixels"`
	Coupling float64 `json:"coupling" range:"[0,2]" help:"instead of smooth regions, a sample of a Potts field: log-odds for a neighbour's label; 0: smooth regions"`
	Diagonal float64 `json:"diagonal" range:"[0,2]" help:"the same for the four diagonal neighbours, which no model of the grid has (only when coupling>0)"`
	Contrast bool    `json:"contrast" help:"edges have the features 1 and max(0, 1 - mean difference of the channels), else the constant"`
	Scaled   bool    `json:"standardise" help:"standardise features on the training part"`
	Seed     uint64  `json:"seed" help:"of the images"`
}

func loadBlobs(_ Entry, a blobsArgs) (*Dataset, error) {
	d := &Dataset{K: a.Labels, NodeWidth: a.channels() + 1, EdgeWidth: a.edgeWidth(),
		Standardise: a.Scaled}
	for k := range a.Labels {
		d.Labels = append(d.Labels, "region"+strconv.Itoa(k))
	}
	edges := sp.GridEdges(a.Rows, a.Columns)
	for i := range a.Images {
		d.Instances = append(d.Instances, a.image(i, edges))
		d.Fold = append(d.Fold, i%10)
		if a.Labels == 2 {
			d.Outside = append(d.Outside, outside(d.Instances[i].Gold, a.Columns))
		}
	}
	return d, nil
}

// outside marks the pixels outside of the smallest rectangle with all labels other than 0. Without
// such a label it marks none.
func outside(gold []int32, columns int) []bool {
	var box image.Rectangle
	pixel := func(v int) image.Rectangle {
		return image.Rect(v%columns, v/columns, v%columns+1, v/columns+1)
	}
	for v, k := range gold {
		if k != 0 {
			box = box.Union(pixel(v))
		}
	}
	out := make([]bool, len(gold))
	for v := range out {
		out[v] = !box.Empty() && !pixel(v).In(box)
	}
	return out
}

func (a blobsArgs) channels() int {
	if a.Labels == 2 {
		return 1
	}
	return a.Labels
}

func (a blobsArgs) edgeWidth() int {
	if a.Contrast {
		return 2
	}
	return 0
}

// unit is the value 1 of a channel. Pixels are integers, equal on every machine.
const unit = 256

// image draws image i. It depends only on i and the arguments other than Images: a larger dataset
// begins with a smaller one.
func (a blobsArgs) image(i int, edges []sp.Edge) sp.Instance {
	r := rand.New(rand.NewPCG(a.Seed, uint64(i)+1))
	n, c := a.Rows*a.Columns, a.channels()
	x := sp.Instance{
		ID: "blob-" + strconv.Itoa(i), Weight: 1, K: a.Labels, Edges: edges,
		Node:  sp.Rows{N: n, D: c + 1, Dense: make([]float32, 0, n*(c+1))},
		Shape: [2]int{a.Rows, a.Columns},
	}
	pixels := make([]int64, 0, n*c)
	if a.Coupling > 0 {
		x.Gold = a.field(r)
	} else {
		x.Gold = a.regions(r)
	}
	noise := int64(a.Noise * unit)
	for _, k := range x.Gold {
		for j := range c {
			v := noise * bell(r) >> 16
			if int(k) == a.Labels-c+j { // of two labels, one channel shows label 1
				v += unit
			}
			pixels = append(pixels, v)
			x.Node.Dense = append(x.Node.Dense, float32(v)/unit)
		}
		x.Node.Dense = append(x.Node.Dense, 1)
	}
	if a.Contrast {
		x.Edge = contrast(pixels, c, edges)
	}
	return x
}

// regions labels every pixel with the field of largest value there. A field is uniform noise,
// smoothed by two means over squares.
func (a blobsArgs) regions(r *rand.Rand) []int32 {
	gold := make([]int32, a.Rows*a.Columns)
	best := make([]int64, len(gold))
	for k := range a.Labels {
		rows, columns := a.Rows+4*a.Radius, a.Columns+4*a.Radius
		field := make([]int64, rows*columns)
		for j := range field {
			field[j] = int64(r.Uint64() >> 40)
		}
		for range 2 {
			field = window(field, columns, 1, 2*a.Radius+1)
			columns -= 2 * a.Radius
			field = window(field, len(field), columns, 2*a.Radius+1)
		}
		for d, v := range field {
			if k == 0 || v > best[d] {
				gold[d], best[d] = int32(k), v
			}
		}
	}
	return gold
}

// window sums width entries of v at distance step, at every position within each line of v.
func window(v []int64, line, step, width int) []int64 {
	var sums []int64
	for ; len(v) >= line && line > 0; v = v[line:] {
		for i := range line - (width-1)*step {
			sum := int64(0)
			for j := range width {
				sum += v[i+j*step]
			}
			sums = append(sums, sum)
		}
	}
	return sums
}

// bell draws a bell-shaped integer of mean 0 and standard deviation 2¹⁶: the sum of twelve uniform
// ones.
func bell(r *rand.Rand) int64 {
	const half = 6 << 16
	sum := int64(0)
	for range 3 {
		bits := r.Uint64()
		for range 4 {
			sum += int64(bits & 0xFFFF)
			bits >>= 16
		}
	}
	return sum - half
}

// contrast gives every edge the features 1 and max(0, 1 - the mean absolute
// difference of the channels at its ends).
func contrast(pixels []int64, channels int, edges []sp.Edge) sp.Rows {
	rows := sp.Rows{N: len(edges), D: 2}
	for _, e := range edges {
		sum := int64(0)
		for j := range channels {
			v := pixels[int(e.U)*channels+j] - pixels[int(e.V)*channels+j]
			sum += max(v, -v)
		}
		like := max(0, unit-sum/int64(channels))
		rows.Dense = append(rows.Dense, 1, float32(like)/unit)
	}
	return rows
}

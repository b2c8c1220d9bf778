package network

import (
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// numbers returns n normal variates.
func numbers(r *rand.Rand, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(r.NormFloat64())
	}
	return list
}

// plain is a network by its definition, in float64: the reference.
type plain struct {
	rows, columns, channels, k int
	widths                     []int
	weights                    []float64
}

// scores returns the scores of an image (pixels × K).
func (n *plain) scores(x Image) []float64 {
	in, channels, w := make([]float64, len(x.Pixels)), n.channels, n.weights
	for i, v := range x.Pixels {
		in[i] = float64(v)
	}
	for l, out := range append(slices.Clone(n.widths), n.k) {
		tall, broad := n.rows, n.columns
		if l == len(n.widths) {
			tall, broad = 1, 1
		}
		sum := make([]float64, x.Rows*x.Columns*out)
		for r := range x.Rows {
			for c := range x.Columns {
				for o := range out {
					s := w[tall*broad*channels*out+o]
					for t := range tall * broad {
						i, j := r+t/broad-tall/2, c+t%broad-broad/2
						for ch := range channels {
							if i >= 0 && i < x.Rows && j >= 0 && j < x.Columns {
								s += w[(t*channels+ch)*out+o] * in[(i*x.Columns+j)*channels+ch]
							}
						}
					}
					if l < len(n.widths) {
						s = max(s, 0)
					}
					sum[(r*x.Columns+c)*out+o] = s
				}
			}
		}
		in, channels, w = sum, out, w[(tall*broad*channels+1)*out:]
	}
	return in
}

// A squares is the loss ½‖scores − target‖².
type squares struct{ targets [][]float32 }

func (s squares) Value(delta, scores []float32, i int) (float64, error) {
	sum := 0.0
	for j, v := range scores {
		delta[j] = v - s.targets[i][j]
		sum += float64(delta[j]) * float64(delta[j]) / 2
	}
	return sum, nil
}

func (n *plain) loss(images []Image, targets [][]float32) float64 {
	sum := 0.0
	for i, x := range images {
		for j, v := range n.scores(x) {
			d := v - float64(targets[i][j])
			sum += d * d / 2
		}
	}
	return sum
}

// problem returns a network, its reference, and images of various shapes with targets.
func problem(r *rand.Rand, channels, k int, widths []int, count int) (*Network, *plain, []Image,
	[][]float32) {
	return shaped(r, 3, 3, channels, k, widths, count, false)
}

func square(widths ...int) (list []Layer) {
	for _, w := range widths {
		list = append(list, Layer{3, 3, w})
	}
	return list
}

// shaped is problem with convolutions of rows×columns pixels, and sparse images if wanted.
func shaped(r *rand.Rand, tall, broad, channels, k int, widths []int, count int,
	sparse bool) (*Network, *plain, []Image, [][]float32) {
	var layers []Layer
	for _, w := range widths {
		layers = append(layers, Layer{tall, broad, w})
	}
	n := New(channels, layers, k)
	w := make([]float64, n.Size())
	for i := range w {
		w[i] = float64(float32(r.NormFloat64() / 3))
	}
	n.SetWeights(w)
	var images []Image
	var targets [][]float32
	for i := range count {
		rows, columns := 1+i*5%13, 1+i*3%17
		x := Image{Rows: rows, Columns: columns, Pixels: numbers(r, rows*columns*channels)}
		if sparse { // both forms, for the reference
			x.Sparse = &sp.Rows{N: rows * columns, D: channels, Start: []int32{0}}
			for p := range rows * columns {
				for c := range channels {
					if v := &x.Pixels[p*channels+c]; (p+c)%3 > 0 {
						*v = 0
					} else {
						x.Sparse.Index = append(x.Sparse.Index, int32(c))
						x.Sparse.Value = append(x.Sparse.Value, *v)
					}
				}
				x.Sparse.Start = append(x.Sparse.Start, int32(len(x.Sparse.Index)))
			}
		}
		images = append(images, x)
		targets = append(targets, numbers(r, rows*columns*k))
	}
	return n, &plain{tall, broad, channels, k, widths, w}, images, targets
}

package network

import (
	"math"
	"slices"
	"testing"
)

var shapes = []struct {
	rows, columns, channels, k int
	widths                     []int
	sparse                     bool
}{
	{3, 3, 1, 2, []int{16, 32}, false}, {3, 3, 3, 3, []int{5}, false},
	{3, 3, 2, 17, []int{4, 20, 3}, false}, {3, 3, 1, 1, nil, false},
	{1, 3, 2, 4, []int{5, 18}, false}, {1, 1, 5, 3, []int{17, 6}, false},
	{1, 1, 7, 3, []int{6, 4}, true}, {5, 1, 2, 2, []int{3}, false},
}

// TestScores: the scores are those of the definition.
func TestScores(t *testing.T) {
	r := pcg(2, 2)
	for _, s := range shapes {
		n, ref, images, _ := shaped(r, s.rows, s.columns, s.channels, s.k, s.widths, 12, s.sparse)
		pass := n.NewPass()
		for i, x := range images {
			got, want := pass.Forward(x), ref.scores(x)
			for j, v := range want {
				if len(got) != len(want) || math.Abs(float64(got[j])-v) > 1e-5*(1+math.Abs(v)) {
					t.Fatalf("%v, image %d: score %d is %v, want %v", s, i, j, got[j], v)
				}
			}
		}
	}
}

// gradient returns the gradient of the losses of all images, by a step of rate −1 from weights
// w without momentum.
func gradient(t *testing.T, n *Network, images []Image, targets [][]float32, workers int) (float64,
	[]float64) {
	t.Helper()
	before, after := make([]float64, n.Size()), make([]float64, n.Size())
	n.Weights(before)
	tr := &Training{Network: n, Images: images, Workers: workers,
		Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	batch := make([]int, len(images))
	for i := range batch {
		batch[i] = i
	}
	value, err := tr.Step(batch, 0) // the weights stay; the gradient is that of all images
	if err != nil {
		t.Fatal(err)
	}
	tr.Network.Weights(after)
	if !slices.Equal(before, after) {
		t.Fatal("a step of length 0 has changed the weights")
	}
	n.weights = tr.parts[0].gradient // the sum
	n.Weights(after)
	return value, after
}

// TestGradient compares back-propagation with finite differences of the reference in float64:
// up to 1e-4 of the largest derivative.
func TestGradient(t *testing.T) {
	const h = 1e-5
	r := pcg(3, 3)
	for _, s := range shapes {
		n, ref, images, targets := shaped(r, s.rows, s.columns, s.channels, s.k, s.widths, 11, s.sparse)
		value, got := gradient(t, n, images, targets, 2)
		if want := ref.loss(images, targets); math.Abs(value-want) > 1e-4*want {
			t.Errorf("%v: the loss is %v, want %v", s, value, want)
		}
		largest := 0.0
		for _, v := range got {
			largest = max(largest, math.Abs(v))
		}
		for try := range 60 {
			i := r.IntN(len(got))
			if try < 5 {
				i = len(got) - 1 - try%len(got) // constants of the last layer
			}
			w := ref.weights[i]
			ref.weights[i] = w + h
			up := ref.loss(images, targets)
			ref.weights[i] = w - h
			slope := (up - ref.loss(images, targets)) / (2 * h)
			ref.weights[i] = w
			if math.Abs(got[i]-slope) > 1e-4*largest {
				t.Errorf("%v: derivative by weight %d is %v, want %v", s, i, got[i], slope)
			}
		}
	}
}

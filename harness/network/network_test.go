package network

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// numbers returns n normal variates.
func numbers(r *rand.Rand, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(r.NormFloat64())
	}
	return list
}

// The tile of this processor has the bits of the one in Go, wherever its rows lie.
func TestTile(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, k := range []int{1, 2, 9, 100} {
		for _, by := range [][2]int{{k, 1}, {1, 7}, {k + 3, 1}, {1, 4}} {
			rowA, columnA, rowB, rowC := by[0], by[1], 16+k%3, 16+k%5
			a, b := numbers(r, 4*rowA+k*columnA), numbers(r, k*rowB+16)
			got := numbers(r, 4*rowC+16)
			want := slices.Clone(got)
			tile(&got[0], rowC, &a[0], rowA, columnA, &b[0], rowB, k)
			tileGo(&want[0], rowC, &a[0], rowA, columnA, &b[0], rowB, k)
			if !slices.Equal(got, want) {
				t.Errorf("k=%d, rows and columns %v: other bits", k, by)
			}
		}
	}
}

// plain is a network by its definition, in float64: the reference.
type plain struct {
	channels, k int
	widths      []int
	weights     []float64
}

// scores returns those of an image (pixels × K).
func (n *plain) scores(x Image) []float64 {
	in, channels, w := make([]float64, len(x.Pixels)), n.channels, n.weights
	for i, v := range x.Pixels {
		in[i] = float64(v)
	}
	for l, out := range append(slices.Clone(n.widths), n.k) {
		size := 3
		if l == len(n.widths) {
			size = 1
		}
		sum := make([]float64, x.Rows*x.Columns*out)
		for r := range x.Rows {
			for c := range x.Columns {
				for o := range out {
					s := w[size*size*channels*out+o]
					for t := range size * size {
						i, j := r+t/size-size/2, c+t%size-size/2
						for ch := range channels {
							if i >= 0 && i < x.Rows && j >= 0 && j < x.Columns {
								s += w[(t*channels+ch)*out+o] * in[(i*x.Columns+j)*channels+ch]
							}
						}
					}
					if size == 3 {
						s = max(s, 0)
					}
					sum[(r*x.Columns+c)*out+o] = s
				}
			}
		}
		in, channels, w = sum, out, w[(size*size*channels+1)*out:]
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

// problem returns a network, its reference, and images of all sorts of shapes with targets.
func problem(r *rand.Rand, channels, k int, widths []int, count int) (*Network, *plain, []Image, [][]float32) {
	n := New(channels, widths, k)
	w := make([]float64, n.Size())
	for i := range w {
		w[i] = float64(float32(r.NormFloat64() / 3))
	}
	n.SetWeights(w)
	var images []Image
	var targets [][]float32
	for i := range count {
		rows, columns := 1+i*5%13, 1+i*3%17
		images = append(images, Image{rows, columns, numbers(r, rows*columns*channels)})
		targets = append(targets, numbers(r, rows*columns*k))
	}
	return n, &plain{channels, k, widths, w}, images, targets
}

var shapes = []struct {
	channels, k int
	widths      []int
}{{1, 2, []int{16, 32}}, {3, 3, []int{5}}, {2, 17, []int{4, 20, 3}}, {1, 1, nil}}

// The scores are those of the definition.
func TestScores(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, s := range shapes {
		n, ref, images, _ := problem(r, s.channels, s.k, s.widths, 12)
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

// gradient returns that of the losses of all images, by a step of rate −1 from weights w without momentum.
func gradient(t *testing.T, n *Network, images []Image, targets [][]float32, workers int) (float64, []float64) {
	t.Helper()
	before, after := make([]float64, n.Size()), make([]float64, n.Size())
	n.Weights(before)
	tr := &Training{Network: n, Images: images, Workers: workers, Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	batch := make([]int, len(images))
	for i := range batch {
		batch[i] = i
	}
	value, err := tr.Step(batch, 0) // the weights stay, the gradient is that of all
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

// Back-propagation is the derivative, by finite differences of the reference in float64: up to 1e-4 of the largest one.
func TestGradient(t *testing.T) {
	const h = 1e-5
	r := rand.New(rand.NewPCG(3, 3))
	for _, s := range shapes {
		n, ref, images, targets := problem(r, s.channels, s.k, s.widths, 11)
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

// The same bits by one worker and by several.
func TestWorkers(t *testing.T) {
	var first []float64
	for _, workers := range []int{1, 2, 5} {
		n, _, images, targets := problem(rand.New(rand.NewPCG(4, 4)), 2, 2, []int{16, 8}, 21)
		tr := &Training{Network: n, Images: images, Momentum: 0.9, Workers: workers, Loss: func() Loss { return squares{targets} }}
		for i := range 20 {
			if _, err := tr.Step([]int{i, (i + 7) % 21, (i + 3) % 21}, 1e-4); err != nil {
				t.Fatal(err)
			}
		}
		tr.Close()
		w := make([]float64, n.Size())
		n.Weights(w)
		if first == nil {
			first = w
		}
		if !slices.Equal(first, w) {
			t.Errorf("%d workers change the weights", workers)
		}
	}
}

// Momentum: two steps by its definition.
func TestMomentum(t *testing.T) {
	n, _, images, targets := problem(rand.New(rand.NewPCG(5, 5)), 1, 2, []int{4}, 6)
	start := slices.Clone(n.weights)
	tr := &Training{Network: n, Images: images, Momentum: 0.5, Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	v := make([]float32, len(start))
	for range 2 {
		if _, err := tr.Step([]int{0, 1, 2, 3, 4, 5}, 1e-3); err != nil {
			t.Fatal(err)
		}
		for i, g := range tr.parts[0].gradient {
			v[i] = float32(0.5*v[i]) - float32(1e-3*g)
			start[i] += v[i]
		}
	}
	if !slices.Equal(start, n.weights) {
		t.Error("two steps lead elsewhere")
	}
}

// A network learns to take the noise off stripes, which no function of single pixels can.
func TestLearns(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var images []Image
	var targets [][]float32
	for i := range 60 {
		x := Image{12, 12, make([]float32, 144)}
		y := make([]float32, 144)
		for p := range y {
			y[p] = float32((p/12 + i) / 3 % 2)
			x.Pixels[p] = y[p] + float32(r.NormFloat64())
		}
		images, targets = append(images, x), append(targets, y)
	}
	n := New(1, []int{8, 8}, 1)
	n.Initialise(1)
	tr := &Training{Network: n, Images: images, Momentum: 0.9, Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	var loss float64
	for range 150 {
		loss = 0
		for b := 0; b < 60; b += 10 {
			value, err := tr.Step([]int{b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9}, 1e-4)
			if err != nil {
				t.Fatal(err)
			}
			loss += value
		}
	}
	if mean := loss / 60 / 144; mean > 0.06 { // by single pixels at best ½·var = 0.1
		t.Errorf("½ of the mean square is %.3f", mean)
	}
}

// The first error of the batch is the step's, and the weights stay.
func TestStepError(t *testing.T) {
	n, _, images, _ := problem(rand.New(rand.NewPCG(7, 7)), 1, 1, []int{4}, 20)
	before := slices.Clone(n.weights)
	tr := &Training{Network: n, Images: images, Loss: func() Loss { return failing{} }}
	defer tr.Close()
	batch := []int{0, 2, 4, 15, 6, 11, 12, 14, 16, 18}
	if _, err := tr.Step(batch, 1); err == nil || err.Error() != "image 15" || !slices.Equal(before, n.weights) {
		t.Errorf("error %v", err)
	}
}

type failing struct{}

func (failing) Value(delta, _ []float32, i int) (float64, error) {
	for j := range delta {
		delta[j] = 1
	}
	if i%2 == 1 {
		return 0, fmt.Errorf("image %d", i)
	}
	return 1, nil
}

func TestStepsAllocateNothing(t *testing.T) {
	n, _, images, targets := problem(rand.New(rand.NewPCG(8, 8)), 1, 2, []int{16, 16}, 16)
	tr := &Training{Network: n, Images: images, Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	batch := make([]int, 16)
	step := func() {
		if _, err := tr.Step(batch, 1e-9); err != nil {
			t.Fatal(err)
		}
	}
	for b := range images {
		batch[b] = (b * 5) % 16
	}
	step()
	if allocs := testing.AllocsPerRun(20, step); allocs > 0 {
		t.Errorf("%v allocations per step", allocs)
	}
}

// The suites' network on a batch of their images; the figure of interest is products by second, of three for each
// weight and pixel.
func BenchmarkStep(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 9))
	n := New(1, []int{16, 32, 32, 64}, 2)
	n.Initialise(1)
	images, targets := make([]Image, 64), make([][]float32, 64)
	for i := range images {
		images[i], targets[i] = Image{28, 28, numbers(r, 784)}, numbers(r, 784*2)
	}
	batch := make([]int, 64)
	for i := range batch {
		batch[i] = i
	}
	tr := &Training{Network: n, Images: images, Momentum: 0.9, Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tr.Step(batch, 1e-9); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(3*float64(n.Size())*784*64*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gproducts/s")
}

func BenchmarkForward(b *testing.B) {
	n := New(1, []int{16, 32, 32, 64}, 2)
	n.Initialise(1)
	x, pass := Image{28, 28, numbers(rand.New(rand.NewPCG(1, 2)), 784)}, n.NewPass()
	b.ReportAllocs()
	for b.Loop() {
		pass.Forward(x)
	}
}

func BenchmarkTile(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 3))
	const k = 289
	left, right, sum := numbers(r, 4*k), numbers(r, 16*k), make([]float32, 64)
	for name, tile := range map[string]func(c *float32, rowC int, a *float32, rowA, columnA int, b *float32, rowB, k int){"go": tileGo, "here": tile} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tile(&sum[0], 16, &left[0], k, 1, &right[0], 16, k)
			}
			b.ReportMetric(64*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gproducts/s")
		})
	}
}

package network

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// BenchmarkStep trains the suites' network on a batch of their images. It reports products per
// second: three for each weight and pixel.
func BenchmarkStep(b *testing.B) {
	r := pcg(9, 9)
	n := New(1, square(16, 32, 32, 64), 2)
	n.Initialise(1)
	images, targets := make([]Image, 64), make([][]float32, 64)
	for i := range images {
		images[i], targets[i] = Image{Rows: 28, Columns: 28, Pixels: numbers(r, 784)}, numbers(r, 784*2)
	}
	batch := make([]int, 64)
	for i := range batch {
		batch[i] = i
	}
	tr := &Training{Network: n, Images: images, Momentum: 0.9,
		Loss: func() Loss { return squares{targets} }}
	defer tr.Close()
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		if _, err := tr.Step(batch, 1e-9); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(3*float64(n.Size())*784*64*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gproducts/s")
}

func BenchmarkForward(b *testing.B) {
	n := New(1, square(16, 32, 32, 64), 2)
	n.Initialise(1)
	x, pass := Image{Rows: 28, Columns: 28,
		Pixels: numbers(pcg(1, 2), 784)}, n.NewPass()
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		pass.Forward(x)
	}
}

func BenchmarkTile(b *testing.B) {
	r := pcg(1, 3)
	const k = 289
	left, right, sum := numbers(r, 4*k), numbers(r, 16*k), make([]float32, 64)
	for name, tile := range map[string]func(c *float32, rowC int, a *float32, rowA, columnA int,
		b *float32, rowB, k int){"go": tileGo, "here": tile} {
		b.Run(name, func(b *testing.B) {
			defer cputime.PerOp(b)()
			for b.Loop() {
				tile(&sum[0], 16, &left[0], k, 1, &right[0], 16, k)
			}
			b.ReportMetric(64*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gproducts/s")
		})
	}
}

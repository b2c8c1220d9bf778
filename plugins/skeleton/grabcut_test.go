package main

import (
	"os"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/data"
)

// grabcut returns a task of the masks of that many pixels, with an unmetered solver.
func grabcut(t testing.TB, args string) *sp.Task {
	t.Helper()
	if os.Getenv("SPBENCH_DATA") == "" {
		t.Skip("SKIPPED: SPBENCH_DATA is not set: no published mask is read")
	}
	d, err := data.Load("grabcut", []byte(args), "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := feature.New("linear", []byte(three), feature.DimsOf(&d.Instances[0]))
	if err != nil {
		t.Fatal(err)
	}
	l, err := loss.New("hamming", nil)
	if err != nil {
		t.Fatal(err)
	}
	cut := oracle.NewCut()
	return &sp.Task{Train: d.Instances, Map: m, Loss: l, Seed: 1,
		Solver: func(*sp.Instance) (sp.Solver, error) { return cut, nil }}
}

// BenchmarkGradient is one exact gradient on 24 masks of 2500 pixels: of all three parameters, where most labelings are.
func BenchmarkGradient(b *testing.B) {
	t := grabcut(b, "")
	t.Train = t.Train[:24]
	f := newDescent(defaults(), t)
	f.begin()
	for _, theta := range [][]float64{{0, 0, 0}, {0.5, 0.2, 0.2}, {2, 1, 1}} {
		b.Run("", func(b *testing.B) {
			for range b.N {
				if _, err := f.evaluate(theta); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

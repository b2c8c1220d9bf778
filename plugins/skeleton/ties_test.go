package main

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/skeleton"
)

// Of labelings with the same features, which tie everywhere, one and the same is found from anywhere: means of a loss by
// faces, which ask elsewhere, are those by the whole box. (Without what breaks ties they differ here by a tenth.)
func TestTiesAreBroken(t *testing.T) {
	in := input(t, masks(12, 4, 14, 14), three, "hamming-count")
	for i := range in.Train {
		e := newEnergy(task(in), newParameters(in.Map, nil).directions, &in.Train[i], false)
		if err := e.visit(); err != nil {
			t.Fatal(err)
		}
		theta := []float64{0.2, 0.1, 0.1}
		whole := risk(t, e, in.Loss, theta)
		f, err := skeleton.ExploreFaces(e, boxAt(theta, 1), 0)
		if err != nil {
			t.Fatal(err)
		}
		faces := f.Mean(func(y []int32, _ []float64) float64 { return in.Loss.Value(e.x, e.x.Gold, y) })
		if math.Abs(faces-whole) > 1e-9*whole {
			t.Errorf("image %d: the expected loss is %v by faces, %v by the whole box", i, faces, whole)
		}
	}
}

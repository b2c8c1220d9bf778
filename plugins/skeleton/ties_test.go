package skeleton

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/skeleton"
)

// Among labelings with the same features, tied everywhere, the search always finds the same one.
// Means of a loss by faces, with different queries, equal those by the whole box. (Without
// tie-breaking noise they differ here by a tenth.)
func TestTiesAreBroken(t *testing.T) {
	in := input(masks(12, 4, 14, 14), three, "hamming-count")
	for i := range in.Train {
		e := inVisit(t, in, &in.Train[i], false)
		theta := []float64{0.2, 0.1, 0.1}
		whole := risk(t, e, in.Loss, theta)
		f := must(skeleton.ExploreFaces(e, boxAt(theta, 1), 0))(t)
		faces := f.Mean(func(y []int32, _ []float64) float64 {
			return in.Loss.Value(e.x, e.x.Gold, y)
		})
		if math.Abs(faces-whole) > 1e-9*whole {
			t.Errorf("image %d: the expected loss is %v by faces, %v by the whole box", i, faces,
				whole)
		}
	}
}

// The loss at the centre is that of decoder map, without tie-breaking noise.
func TestCentreIsMap(t *testing.T) {
	in := input(masks(12, 8, 14, 14), three, "hamming-count")
	tied := false
	for i := range in.Train {
		x := &in.Train[i]
		e := inVisit(t, in, x, false)
		for _, w := range [][]float64{{1, 0.5, 0.5}, {0.75, 0.5, 0.5}, {0.7, 0.6, 0.5}} {
			got := must(e.lossAt(in.Loss, w))(t)
			if want := in.Loss.Value(x, x.Gold, predict(t, forecast(in), w, hidden(x), "map",
				"").Labels); got != want {
				t.Errorf("image %d at %v: the loss is %v, of decoder map %v", i, w, got, want)
			}
			y, phi := make([]int32, e.N()), make([]float64, 3)
			need(t, e.Minimise(y, phi, w))
			tied = tied || in.Loss.Value(x, x.Gold, y) != got
		}
	}
	if !tied {
		t.Error("nothing ties")
	}
}

package skeleton

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// risk returns the expected loss at theta, by the skeleton of the whole box.
func risk(t testing.TB, e *energy, loss sp.Loss, theta []float64) float64 {
	t.Helper()
	return riskOver(t, e, loss, boxAt(theta, 1))
}

func riskOver(t testing.TB, e *energy, loss sp.Loss, b skeleton.Box) float64 {
	t.Helper()
	d := must(skeleton.Explore(e, b.Whole(), 0))(t)
	return d.Mean(func(y []int32, _ []float64) float64 { return loss.Value(e.x, e.x.Gold, y) })
}

// All methods for the gradient of the expected loss agree with finite differences: exactly, up to
// the thickness of a slice, or up to sampling error. Tested with a loss that sums over variables
// and one that does not.
func TestGradientsAgree(t *testing.T) {
	learnertest.SkipSlow(t)
	for _, named := range []string{"hamming-count", "boundary-count", "zero-one"} {
		in := input(masks(1, 1, 5, 6), three, named)
		e := inVisit(t, in, &in.Train[0], false)
		for _, theta := range [][]float64{{0, 0, 0}, {0.3, 0.2, 0.4}} {
			const h = 1e-6
			box := skeleton.Box{Low: theta, Width: []float64{0.5, 2, 0.3}}
			want, value := make([]float64, 3), riskOver(t, e, in.Loss, box)
			for i := range want {
				want[i] = (riskOver(t, e, in.Loss, box.Moved(i, h)) - value) / h
			}
			for way, tolerance := range map[string]float64{gradientFaces: 1e-4,
				gradientSlices: 2e-2, gradientRegions: 2e-2, gradientSampling: 0.2} {
				l := defaults()
				l.Gradient, l.Draws = way, 4000
				g := gradient{Skeleton: l, box: box, evaluated: evaluated{grad: make([]float64, 3)},
					key: perturb.NewKey(1, "x")}
				need(t, g.of(e, in.Loss))
				for i := range want {
					if math.Abs(g.grad[i]-want[i]) > tolerance {
						t.Errorf("%s at %v: derivative %d by %s is %v, by finite differences %v",
							named, theta, i, way, g.grad[i], want[i])
					}
				}
				if math.Abs(g.risk-value) > tolerance {
					t.Errorf("%s at %v: the expected loss by %s is %v, want %v", named, theta, way,
						g.risk, value)
				}
			}
		}
	}
}

// Moments match those of samples, and point towards the features of the truth.
func TestMoments(t *testing.T) {
	in := input(masks(2, 1, 8, 8), three, "hamming")
	e := inVisit(t, in, &in.Train[0], false)
	var grads [2][]float64
	for i, kind := range []string{kindPMAP, kindSkeletonPMAP} {
		l := defaults()
		l.Objective, l.Draws = kind, 4000
		g := gradient{Skeleton: l, box: boxAt([]float64{0, 0, 0}, 1),
			evaluated: evaluated{grad: make([]float64, 3)},
			key:       perturb.NewKey(1, "x")}
		need(t, g.of(e, in.Loss))
		grads[i] = g.grad
	}
	for i := range grads[0] {
		if math.Abs(grads[0][i]-grads[1][i]) > 1 {
			t.Errorf("moments by samples %v, exactly %v", grads[0], grads[1])
		}
	}
	// At θ = 0 labelings are too constant: the node weight is to grow.
	if grads[1][0] >= 0 {
		t.Errorf("the derivative by the node weight is %v", grads[1][0])
	}
}

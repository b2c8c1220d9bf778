package marginalpmap

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *MarginalPMAP {
	l := newLearner().(*MarginalPMAP)
	l.Lambda, l.Passes, l.PartialPasses, l.Batch, l.Draws = 0.05, 6, 6, 3, 10
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

// TestEncoderThreads: a fit with an encoder has the same bits with any number of threads, in both
// stages.
func TestEncoderThreads(t *testing.T) {
	in := mixed(3, 2, true, `{}`, "weighted-hamming")
	for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
		for _, frozen := range []bool{false, true} {
			l := encoded(frozen)
			l.Objective = objective
			for _, in.Budget = range []sp.Budget{{}, {MAP: 30}} {
				learnertest.Threads(t, objective, l, in, 2, 5)
			}
		}
	}
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

// TestEncoderKappa: an encoder learns from unlabelled instances with κ times their weight.
func TestEncoderKappa(t *testing.T) {
	in := mixed(3, 2, true, `{}`, "weighted-hamming")
	in.Partial = slices.Clone(in.Partial)
	for i := range in.Partial {
		in.Partial[i].Gold = slices.Repeat([]int32{sp.Unknown}, in.Partial[i].N())
	}
	for _, objective := range []string{kindJoint, kindMarginal} {
		l := encoded(false)
		l.Objective, l.Kappa = objective, 0.25
		points, _ := learnertest.Fit(t, l, in)
		quarter := in
		quarter.Partial = slices.Clone(in.Partial)
		for i := range quarter.Partial {
			quarter.Partial[i].Weight /= 4
		}
		l = encoded(false)
		l.Objective = objective
		same, _ := learnertest.Fit(t, l, quarter)
		got, want := points[len(points)-1].Weights, same[len(same)-1].Weights
		for i := range want {
			if d := got[i] - want[i]; d > 1e-9 || d < -1e-9 {
				t.Fatalf("%s: weight %d is %v with κ = 1/4, %v with a quarter of the weight",
					objective, i, got[i], want[i])
			}
		}
	}
}

package crf

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// logLoss returns −log p(gold|x) of a chain by a sum over all labelings.
func logLoss(m sp.FeatureMap, w []float64, x *sp.Instance) float64 {
	var p sp.Potentials
	m.Potentials(&p, w, x)
	y, z := make([]int32, x.N()), 0.0
	for {
		z += math.Exp(p.Score(y))
		d := 0
		for ; d < len(y) && int(y[d]) == x.K-1; d++ {
			y[d] = 0
		}
		if d == len(y) {
			return math.Log(z) - p.Score(x.Gold)
		}
		y[d]++
	}
}

// TestConversions: with λ and λ₁ from the parameters of another tool, a fit minimises the
// documented objective of that tool over Σ of the weights of instances, equal and uneven ones.
func TestConversions(t *testing.T) {
	for _, uneven := range []bool{false, true} {
		m, train := shapes[0].problem(6, 20)
		total := 0.0
		for i := range train {
			if !uneven {
				train[i].Weight = 1
			}
			total += train[i].Weight
		}
		for _, tool := range []struct {
			name       string
			lambda, l1 float64
			norms      func(square, absolute float64) float64 // beside Σ aᵢ·(−log p(yᵢ|xᵢ))
		}{
			// lib/crf/src/train_lbfgs.c of 0.12: c2·‖w‖², and c1·‖w‖₁ by libLBFGS
			{"CRFsuite, c2 = 0.7", 2 * 0.7 / total, 0,
				func(square, _ float64) float64 { return 0.7 * square }},
			{"CRFsuite, c1 = 0.3, c2 = 0.7", 2 * 0.7 / total, 0.3 / total,
				func(square, absolute float64) float64 { return 0.3*absolute + 0.7*square }},
			{"CRFsuite, c1 = 0.3, c2 = 0", 0, 0.3 / total,
				func(_, absolute float64) float64 { return 0.3 * absolute }},
			// doc/wapiti.1, Regularization: ρ1·‖w‖₁ + ρ2/2·‖w‖²
			{"Wapiti, rho1 = 0.5, rho2 = 0.2", 0.2 / total, 0.5 / total,
				func(square, absolute float64) float64 { return 0.5*absolute + 0.2/2*square }},
			// encoder.cpp of 0.59: ‖w‖²/(2c)
			{"CRF++, c = 1.5", 1 / (1.5 * total), 0,
				func(square, _ float64) float64 { return square / (2 * 1.5) }},
		} {
			theirs := func(w []float64) (f float64) {
				for i := range train {
					f += train[i].Weight * logLoss(m, w, &train[i])
				}
				return f + tool.norms(floats.Dot(w, w), floats.Norm(w, 1))
			}
			c := exact(kindLikelihood)
			c.Lambda, c.L1, c.Tolerance = tool.lambda, tool.l1, 1e-7
			points, _ := fit(t, c, learner.Input{Train: train, Map: m,
				Schedule: sp.Schedule{First: 1, Factor: 1.5}})
			for i, p := range points {
				ours := total * p.Values[sp.ValueObjective]
				if want := theirs(p.Weights); math.Abs(ours-want) > 1e-10*want {
					t.Errorf("%s, point %d: %v, the tool's objective is %v", tool.name, i, ours, want)
				}
			}
			if len(points) < 5 {
				t.Errorf("%s: %d points", tool.name, len(points))
			}
		}
	}
}

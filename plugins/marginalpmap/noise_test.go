package marginalpmap

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// noisy returns settings with every family of noise, several draws a visit, and a temperature.
func noisy(objective string) (list []*MarginalPMAP) {
	for i, family := range []string{perturb.Gumbel, perturb.Normal, perturb.Logistic} {
		for _, shortcuts := range []bool{true, false} {
			list = append(list, &MarginalPMAP{Objective: objective, Lambda: 1, Noise: family,
				Temperature: 0.5 + float64(i)/4, Samples: 4 - i, GumbelReduction: shortcuts,
				DynamicCuts: shortcuts})
		}
	}
	return list
}

// Losses of several draws equal enumeration, and gradients equal differences.
func TestNoise(t *testing.T) {
	for _, args := range []string{`{}`, `{"pairs":"potts"}`} {
		in := input(graphs(7, 5, 3, 4, 2, false), args)
		for _, objective := range []string{kindJoint, kindMarginal} {
			for _, l := range noisy(objective) {
				tree := oracle.NewTree()
				differences(t, args, &in, func(*sp.Instance) (sp.Solver, error) { return tree, nil }, l)
			}
		}
	}
}

// exactLoss returns ℓ of one variable with labels scored f: A is the mean of f(k) + τz(k) over many
// draws of independent noise.
func exactLoss(f []float64, gold int32, l *MarginalPMAP) float64 {
	key, z, sum := perturb.Key(99), make([]float64, len(f)), 0.0
	const draws = 50000
	for draw := range uint64(draws) {
		key.Fill(z, l.Noise, draw)
		floats.Scale(l.Temperature, z)
		floats.Add(z, f)
		sum += floats.Max(z)
	}
	return sum/draws - f[gold]
}

// TestMeanLoss: with many draws the estimate of ℓ approaches the expectation. With Gumbel noise of
// temperature τ that is τ·log Σ exp(f/τ) − f(gold) for a variable by itself.
func TestMeanLoss(t *testing.T) {
	in := input(graphs(3, 3, 3, 4, 0, true), `{"pairs":"none"}`)
	w := randomWeights(in.Map.Dim())
	for _, objective := range []string{kindJoint, kindMarginal} {
		for _, l := range noisy(objective)[:5] {
			l.Samples = 10000
			s := at(stepper(in, l), w)
			for i := range in.Train {
				x, want := &in.Train[i], 0.0
				var p sp.Potentials
				in.Map.Potentials(&p, w, x)
				for d, gold := range x.Gold {
					f := p.Node[3*d:][:3]
					loss := exactLoss(f, gold, l)
					if l.Noise == perturb.Gumbel {
						tau := l.Temperature
						floats.Scale(1/tau, f)
						known := tau * (floats.LogSumExp(f) - f[gold])
						if math.Abs(loss-known) > 0.02 {
							t.Errorf("%v draws: %v, want %v", l.Noise, loss, known)
						}
						loss = known
					}
					want += loss
				}
				s.loss = 0
				need(t, s.visit(i, 1))
				if math.Abs(s.loss-want) > 0.1 {
					t.Errorf("%s, %s: ℓ is %v, want %v", objective, l.Noise, s.loss, want)
				}
				clear(s.Delta)
			}
		}
	}
}

// TestBeliefsUnderNoise: label probabilities of unknown labels are those under the learner's noise.
func TestBeliefsUnderNoise(t *testing.T) {
	in := mixed(3, 1, true, `{}`, "weighted-hamming")
	w := randomWeights(in.Map.Dim())
	for _, l := range noisy(kindMarginal) {
		x := &in.Partial[2]
		got := must(stepper(in, l).guess(w, x, 50))(t)
		want, y := make([]float64, len(got)), make([]int32, x.N())
		var p sp.Potentials
		z := make([]float64, len(got))
		for draw := range uint64(50) {
			in.Map.Potentials(&p, w, x)
			perturb.NewKey(in.Seed, x.ID).Fill(z, l.Noise, draw)
			floats.AddScaled(p.Node, l.Temperature, z)
			p.Restrict(x)
			must(oracle.NewBrute().MAP(y, &p))(t)
			for d, k := range y {
				want[d*x.K+int(k)] += 0.02
			}
		}
		if !floats.EqualApprox(got, want, 1e-9) {
			t.Errorf("%s: %v, want %v", l.Noise, got, want)
		}
	}
}

// Each family of noise learns, in a fit with an encoder too, and on any number of threads.
func TestNoiseInAFit(t *testing.T) {
	in := mixed(2, 0, false, `{"pairs":"potts"}`, "weighted-hamming")
	for _, objective := range []string{kindJoint, kindMarginal} {
		for _, family := range []string{perturb.Normal, perturb.Logistic} {
			l := newLearner().(*MarginalPMAP)
			l.Objective, l.Lambda, l.Passes, l.Batch = objective, 0.05, 10, 5
			l.Noise, l.Temperature, l.Samples = family, 0.7, 3
			learnertest.Threads(t, family, l, in, 4)
		}
	}
}

// TestScoresOverTau: decoders get the scores under which noise of scale 1 has the same maximisers
// as noise of temperature τ in learning.
func TestScoresOverTau(t *testing.T) {
	in := input(graphs(3, 3, 3, 4, 2, true), `{"pairs":"potts"}`)
	w, l := randomWeights(in.Map.Dim()), newLearner().(*MarginalPMAP)
	for _, tau := range []float64{1, 0.4, 2.5} {
		var p, want sp.Potentials
		x := &in.Train[1]
		l.Temperature = tau
		need(t, l.Potentials(&sp.Task{Map: in.Map}, &p, w, x))
		in.Map.Potentials(&want, w, x)
		want.Scale(1 / tau)
		if !slices.Equal(p.Node, want.Node) || !slices.Equal(p.Pair.Potts, want.Pair.Potts) {
			t.Errorf("τ %v: %v, want %v", tau, p, want)
		}
	}
}

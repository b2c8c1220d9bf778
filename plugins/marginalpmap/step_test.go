package marginalpmap

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// blobs returns images to train and to test on, with their Potts model.
func blobs(t testing.TB, train, test int) (*sp.Task, []sp.Instance) {
	t.Helper()
	xs, _ := learnertest.Instances(t, "blobs", "")
	xs = xs[:train+test]
	in := input(xs, `{"pairs":"potts"}`)
	in.Train = xs[:train]
	return pooled(t, in), xs[train:]
}

// However weak the regulariser, some hundred steps learn to smooth: a classifier of
// single pixels is wrong in 31 of 100, the limit of many steps in 14.
func TestStepsOnGraphs(t *testing.T) {
	for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
		for _, lambda := range []float64{1e-6, 1e-4, 1e-2} {
			task, test := blobs(t, 40, 40)
			s := newSGD(task, fast(objective, lambda, true))
			steps(t, s, 800, 1)
			wrong := wrongShare(t, task.Map, s.checkpoint().Weights, test)
			t.Logf("%s, λ = %v: %.2f %% wrong", objective, lambda, 100*wrong)
			if wrong > 0.19 {
				t.Errorf("%s, λ = %v: %.2f %% wrong, want at most 19 %%", objective, lambda,
					100*wrong)
			}
		}
	}
}

// With standard steps w_h is the sum of all gradients over λh. With integer features and the joint
// loss, gradients are integers too. With bounded steps this does not hold.
func TestStandardStep(t *testing.T) {
	const lambda = 0.25
	for kind, want := range map[string]bool{stepStandard: true, stepBounded: false} {
		xs := graphs(5, 12, 3, 4, 2, true)
		for _, x := range xs {
			for _, rows := range [][]float32{x.Node.Dense, x.Edge.Dense} {
				for j, v := range rows {
					rows[j] = float32(math.Round(float64(4 * v)))
				}
			}
		}
		s := stepper(input(xs, `{}`), &MarginalPMAP{Objective: kindJoint, Lambda: lambda,
			Step: kind})
		whole, moved := true, 0.0
		before := make([]float64, len(s.V))
		for h := 1; h <= 40; h++ {
			steps(t, s, 1, 1)
			w := s.checkpoint().Weights
			for j := range w {
				g := lambda * (float64(h)*w[j] - float64(h-1)*before[j])
				whole = whole && math.Abs(g-math.Round(g)) < 1e-9
				moved += math.Abs(g)
			}
			before = w
		}
		if whole != want || moved == 0 {
			t.Errorf("%s: gradients in whole numbers: %v, want %v (they sum to %v)", kind, whole,
				want, moved)
		}
	}
}

// Scaling the features, and λ with them, gives the same scores after every step: bit for bit for
// powers of two.
func TestStepsHaveNoUnit(t *testing.T) {
	const unit = 8
	for _, objective := range []string{kindJoint, kindMarginal} {
		var weights [2][]float64
		for i, scale := range []float64{1, unit} {
			xs := graphs(9, 20, 3, 4, 2, true)
			for _, x := range xs {
				for j := range x.Node.Dense {
					x.Node.Dense[j] *= float32(scale)
				}
				for j := range x.Edge.Dense {
					x.Edge.Dense[j] *= float32(scale)
				}
			}
			s := stepper(input(xs, `{}`), fast(objective, 0.01*scale*scale, true))
			steps(t, s, 300, 2)
			weights[i] = s.checkpoint().Weights
			floats.Scale(scale, weights[i])
		}
		if !slices.Equal(weights[0], weights[1]) {
			t.Errorf("%s: other weights after the change of unit", objective)
		}
	}
}

// wrongShare returns the share of wrong labels of the MAP under w, the mean over instances.
func wrongShare(t testing.TB, m sp.FeatureMap, w []float64, test []sp.Instance) (wrong float64) {
	t.Helper()
	var p sp.Potentials
	for i := range test {
		x := &test[i]
		solver := must(oracle.New(x, m))(t)
		y := make([]int32, x.N())
		m.Potentials(&p, w, x)
		must(solver.MAP(y, &p))(t)
		wrong += float64(mismatches(y, x)) / float64(x.N()) / float64(len(test))
	}
	return wrong
}

// One step of the marginal objective on an OCR word, at weights trained for 50 passes: with Gumbel
// reduction and clamped oracle calls, and by D+1 MAP problems.
func BenchmarkMarginalStep(b *testing.B) {
	words, _ := learnertest.Instances(b, "ocr", "")
	in := input(words[:626], `{}`)
	for _, reduce := range []bool{true, false} {
		b.Run(map[bool]string{true: "reduced", false: "full"}[reduce], func(b *testing.B) {
			s := stepper(in, fast(kindMarginal, 0.002, false))
			steps(b, s, 50*len(in.Train), 1)
			s.reduce, s.dynamic = reduce, reduce
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				steps(b, s, 1, 1)
			}
		})
	}
}

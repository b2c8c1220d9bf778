package marginalpmap

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// ocr returns fold 0 of the OCR words to train on and the others to test on.
// Nodes have 128 pixels, a bias and marks of the first and the last letter: 4082
// weights.
func ocr(t testing.TB) (in learner.Input, test []sp.Instance) {
	t.Helper()
	xs, fold := learnertest.Instances(t, "ocr", "")
	var train []sp.Instance
	for i, x := range xs {
		if fold[i] == 0 {
			train = append(train, x)
		} else {
			test = append(test, x)
		}
	}
	return input(train, `{}`), test
}

// wrongShares returns the share of wrong labels of the MAP under w: the mean over instances, and
// that of all labels.
func wrongShares(t testing.TB, m sp.FeatureMap, w []float64,
	test []sp.Instance) (macro, micro float64) {
	t.Helper()
	var p sp.Potentials
	all := 0
	for i := range test {
		x := &test[i]
		solver := must(oracle.New(x, m))(t)
		y := make([]int32, x.N())
		m.Potentials(&p, w, x)
		must(solver.MAP(y, &p))(t)
		wrong := float64(mismatches(y, x))
		micro += wrong
		macro += wrong / float64(x.N())
		all += x.N()
	}
	return macro / float64(len(test)), micro / float64(all)
}

// The paper's table has 19.1 ± 0.3 for both objectives, by word over folds, with unstated
// regularisers. Here: fold 0, the default parameters.
func TestOCR(t *testing.T) {
	learnertest.SkipSlow(t)
	in, words := ocr(t)
	for _, objective := range []string{kindJoint, kindMarginal} {
		l := newLearner().(*MarginalPMAP)
		l.Objective = objective
		points, done := fit(t, l, in)
		last := points[len(points)-1]
		macro, micro := wrongShares(t, in.Map, last.Weights, words)
		macro *= 100
		t.Logf("%s: %.2f %% wrong letters by word, %.2f %% of all; %+v", objective, macro,
			100*micro, done.Counts)
		if math.Abs(macro-19.1) > 1.2 {
			t.Errorf("%s: %.2f %% wrong letters by word, want 19.1 ± 1.2", objective, macro)
		}
	}
}

// One step of the marginal objective on an OCR word, at weights trained for 50
// passes: with Gumbel reduction and clamped oracle calls, and by D+1 MAP problems.
func BenchmarkMarginalStep(b *testing.B) {
	in, _ := ocr(b)
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

// One step of the joint objective on an OCR word.
func BenchmarkJointStep(b *testing.B) {
	in, _ := ocr(b)
	s := stepper(in, fast(kindJoint, 0.005, false))
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		steps(b, s, 1, 1)
	}
}

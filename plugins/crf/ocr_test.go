package crf

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// ocr returns the handwritten words of fold 0, those of the other folds, and the map with 4030
// weights: 128 pixels and a bias per letter, and transitions.
func ocr(tb testing.TB) (train, test []sp.Instance, m sp.FeatureMap) {
	tb.Helper()
	xs, fold := learnertest.Instances(tb, "ocr", `{"first_last":false}`)
	for i, x := range xs {
		if fold[i] == 0 {
			train = append(train, x)
		} else {
			test = append(test, x)
		}
	}
	m = learnertest.Linear("", &train[0])
	if len(train) != 626 || m.Dim() != 4030 {
		tb.Fatalf("%d words and %d weights, want 626 and 4030", len(train), m.Dim())
	}
	return train, test, m
}

// ocrCRF has the objective Σ −log p(y|x) + 1.0·‖w‖², divided by 626.
func ocrCRF() CRF {
	return CRF{Kind: kindLikelihood, Solver: solverLBFGS, Lambda: 2.0 / 626, Tolerance: 1e-6}
}

// Three independent programs reach 2288.869, 2288.876 and 2288.90 on this
// problem; their test error is 20.08 % of letters, 19.94 % averaged by word.
func TestOCR(t *testing.T) {
	train, test, m := ocr(t)
	points, done := fit(t, ocrCRF(), learner.Input{Train: train, Map: m})
	end := last(points)
	objective, bound := 626*end.Values["objective"], 626*end.Values["bound"]
	t.Logf("objective %.4f, bound %.4f, %d passes", objective, bound, done.Counts.Marginals/626)
	if math.Abs(objective-2288.87) > 0.03 || bound > 2288.87 || bound < 2288.86 {
		t.Errorf("objective %v, bound %v, want 2288.87", objective, bound)
	}
	micro, macro := wrongShares(t, test, m, end.Weights)
	t.Logf("test error %.3f %% of letters, %.3f %% by word", micro, macro)
	if math.Abs(micro-20.08) > 0.02 || math.Abs(macro-19.94) > 0.02 {
		t.Errorf("test error %.3f %% of letters and %.3f %% by word, want 20.08 and 19.94", micro,
			macro)
	}
}

// The same objective on folds 1 to 9, tested on fold 0. An independent program
// reaches 17636.7 in 51.6 s on 2.5 GHz cores, with an error of 12.0 % of letters.
func TestOCRLarge(t *testing.T) {
	learnertest.SkipSlow(t)
	test, train, m := ocr(t)
	c := CRF{Kind: kindLikelihood, Solver: solverLBFGS, Lambda: 2.0 / 6251, Tolerance: 1e-5}
	points, done := fit(t, c, learner.Input{Train: train, Map: m})
	end := last(points)
	objective, bound := 6251*end.Values["objective"], 6251*end.Values["bound"]
	t.Logf("objective %.3f, bound %.3f, %d passes", objective, bound, done.Counts.Marginals/6251)
	if math.Abs(objective-17636.7) > 0.3 || bound > 17636.7 {
		t.Errorf("objective %v, bound %v, want 17636.7", objective, bound)
	}
	micro, macro := wrongShares(t, test, m, end.Weights)
	t.Logf("test error %.3f %% of letters, %.3f %% by word", micro, macro)
	if math.Abs(micro-12.0) > 0.1 {
		t.Errorf("test error %.3f %% of letters, want 12.0", micro)
	}
}

func TestOCRSolversAgree(t *testing.T) {
	learnertest.SkipSlow(t)
	train, _, m := ocr(t)
	const minimum = 2288.869
	for _, c := range []CRF{
		{Solver: solverDescent, Tolerance: 1e-4},
		{Solver: solverSGD, Passes: 160, Average: true},
		{Solver: solverSGD, Passes: 80, Average: true, Shift: 5000},
	} {
		c.Kind, c.Lambda = kindLikelihood, 2.0/626
		points, done := fit(t, c, learner.Input{Train: train, Map: m, Seed: 1})
		v, err := objective(m, train, c.Lambda, c.Kind).Evaluate(last(points).Weights,
			make([]float64, m.Dim()))
		t.Logf("%s, shift %v: objective %.3f, %d passes", c.Solver, c.Shift, 626*v,
			done.Counts.Calls()/626)
		if err != nil || 626*v < minimum-0.001 || 626*v > minimum*(1+1e-3) {
			t.Errorf("%s, shift %v: objective %v, %v; the minimum is %v", c.Solver, c.Shift, 626*v,
				err, minimum)
		}
	}
}

// Cost and accuracy of the other objectives on the problem of TestOCR.
func TestOCRStandIns(t *testing.T) {
	train, test, m := ocr(t)
	if !learnertest.Slow() {
		train, test = train[:150], test[:1000]
	}
	errs, value := map[string]float64{}, map[string]float64{}
	for _, kind := range append([]string{kindTwoStage}, oneStage...) {
		c := ocrCRF()
		c.Kind = kind
		points, done := fit(t, c, learner.Input{Train: train, Map: m})
		end := last(points)
		v := must(objective(m, train, c.Lambda, kindLikelihood).Evaluate(end.Weights,
			make([]float64, m.Dim())))(t)
		micro, macro := wrongShares(t, test, m, end.Weights)
		t.Logf("%-16s test error %.2f %% of letters, %.2f %% by word; %5d calls per word; "+
			"likelihood objective %.2f",
			kind, micro, macro, done.Counts.Calls()/626, 626*v)
		errs[kind], value[kind] = micro, v
	}
	for kind, l := range errs {
		if value[kind] < value[kindLikelihood] {
			t.Errorf("%s: objective %v is below the minimum %v", kind, value[kind],
				value[kindLikelihood])
		}
		if kind != kindUnary && l > errs[kindUnary]-3 {
			t.Errorf("%s: error %.2f %%, without edges %.2f %%", kind, l, errs[kindUnary])
		}
	}
	if value[kindTwoStage] >= value[kindUnary] {
		t.Errorf("two-stage: objective %v, after the first stage %v", value[kindTwoStage],
			value[kindUnary])
	}
}

// wrongShares returns the error of the MAP labelings in per cent, of all labels and
// averaged over instances.
func wrongShares(t *testing.T, test []sp.Instance, m sp.FeatureMap,
	w []float64) (micro, macro float64) {
	t.Helper()
	var p sp.Potentials
	labels := 0.0
	for i := range test {
		x := &test[i]
		s := must(oracle.New(x, m))(t)
		y := make([]int32, x.N())
		m.Potentials(&p, w, x)
		must(s.MAP(y, &p))(t)
		bad, n := loss.Hamming{}.Value(x, x.Gold, y), float64(x.N())
		micro, macro, labels = micro+bad, macro+bad/n, labels+n
	}
	return 100 * micro / labels, 100 * macro / float64(len(test))
}

// Each objective to its minimum on the words of fold 0.
func BenchmarkTrainOCR(b *testing.B) {
	train, _, m := ocr(b)
	for _, kind := range append([]string{kindTwoStage}, oneStage...) {
		b.Run(kind, func(b *testing.B) {
			c := ocrCRF()
			c.Kind = kind
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				fit(b, c, learner.Input{Train: train, Map: m})
			}
		})
	}
}

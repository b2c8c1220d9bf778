package main

import (
	"math"
	"os"
	"testing"

	"github.com/spbench/spbench/harness/data"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// ocr returns the handwritten words of fold 0, those of the others, and the map
// with 4030 weights: 128 pixels and a bias per letter, and transitions.
func ocr(tb testing.TB) (train, test []sp.Instance, m sp.FeatureMap) {
	tb.Helper()
	dir := os.Getenv("SPBENCH_DATA")
	if dir == "" {
		tb.Skip("SPBENCH_DATA does not name a folder with ocr/letter.data.gz")
	}
	d, err := data.Load("ocr", []byte(`{"first_last":false}`), dir)
	if err != nil {
		tb.Fatal(err)
	}
	for i, x := range d.Instances {
		if d.Fold[i] == 0 {
			train = append(train, x)
		} else {
			test = append(test, x)
		}
	}
	m, err = feature.New("linear", nil, feature.Dims{K: d.K, Node: d.NodeWidth, Edge: d.EdgeWidth})
	if err != nil {
		tb.Fatal(err)
	}
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
	t.Logf("objective %.4f, bound %.4f, %d passes, %.2f s CPU", objective, bound, done.Marginals/626, done.CPUSeconds)
	if math.Abs(objective-2288.87) > 0.03 || bound > 2288.87 || bound < 2288.86 {
		t.Errorf("objective %v, bound %v, want 2288.87", objective, bound)
	}
	micro, macro := letterErrors(t, test, m, end.Params)
	t.Logf("test error %.3f %% of letters, %.3f %% by word", micro, macro)
	if math.Abs(micro-20.08) > 0.02 || math.Abs(macro-19.94) > 0.02 {
		t.Errorf("test error %.3f %% of letters and %.3f %% by word, want 20.08 and 19.94", micro, macro)
	}
}

// letterErrors returns the error of the MAP labelings in per cent, pooled over
// all letters and averaged over words.
func letterErrors(t *testing.T, test []sp.Instance, m sp.FeatureMap, w []float64) (micro, macro float64) {
	t.Helper()
	var p sp.Potentials
	viterbi, letters, wrong := oracle.NewChain(), 0.0, 0.0
	for i := range test {
		x := &test[i]
		y := make([]int32, x.N())
		m.Potentials(&p, w, x)
		if _, err := viterbi.MAP(y, &p); err != nil {
			t.Fatal(err)
		}
		bad := 0.0
		for d := range y {
			if y[d] != x.Gold[d] {
				bad++
			}
		}
		wrong, letters = wrong+bad, letters+float64(len(y))
		macro += bad / float64(len(y)) / float64(len(test))
	}
	return 100 * wrong / letters, 100 * macro
}

func BenchmarkTrainOCR(b *testing.B) {
	train, _, m := ocr(b)
	b.ReportAllocs()
	var cpu, passes float64
	for b.Loop() {
		_, done := fit(b, ocrCRF(), learner.Input{Train: train, Map: m})
		cpu, passes = cpu+done.CPUSeconds, passes+float64(done.Marginals)/626
	}
	b.ReportMetric(cpu/float64(b.N), "cpu-s/op")
	b.ReportMetric(passes/float64(b.N), "passes/op")
}

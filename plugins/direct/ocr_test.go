package direct

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// ocr returns fold 0 of the OCR words to train on, and the others to test on.
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
	return learnertest.Input(train, `{}`, "hamming-count"), test
}

// wrongShare returns the share of wrong labels of the MAP under w, the mean over words.
func wrongShare(t testing.TB, m sp.FeatureMap, w []float64, test []sp.Instance) (wrong float64) {
	t.Helper()
	var p sp.Potentials
	s := oracle.NewChain()
	for i := range test {
		x := &test[i]
		y := make([]int32, x.N())
		m.Potentials(&p, w, x)
		if _, err := s.MAP(y, &p); err != nil {
			t.Fatal(err)
		}
		for d, k := range y {
			if k != x.Gold[d] {
				wrong += 1 / float64(x.N()) / float64(len(test))
			}
		}
	}
	return wrong
}

// TestOCR: the wrong letters by word at the default parameters, trained on fold 0. Shpakova, Bach &
// Osokin 2018 have 19.1 ± 0.3 for the joint loss, which is that of fenchel-young.
func TestOCR(t *testing.T) {
	learnertest.SkipSlow(t)
	in, words := ocr(t)
	for name, most := range map[string]float64{fenchelYoung: 19.9, sparseMAP: 20, directLoss: 21,
		imle: 21.5, aimle: 22.5} {
		l := newLearner().(*Direct)
		l.Estimator = name
		points, done := learnertest.Fit(t, l, in)
		wrong := 100 * wrongShare(t, in.Map, points[len(points)-1].Weights, words)
		t.Logf("%s: %.2f %% wrong letters by word; %+v", name, wrong, done.Counts)
		if wrong > most || wrong < 18 {
			t.Errorf("%s: %.2f %% wrong letters by word, want 18 to %v", name, wrong, most)
		}
	}
}

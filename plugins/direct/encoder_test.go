package direct

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *Direct {
	l := newLearner().(*Direct)
	l.Lambda, l.Passes, l.Warm = 0.05, 15, 2
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

// TestEncoderThreads: a fit with an encoder has the same bits with any number of threads. The score
// function has no derivatives by node scores, and refuses an encoder in training.
func TestEncoderThreads(t *testing.T) {
	in := learnertest.Input(chains(1, 30, 3), `{}`, "hamming")
	for _, estimator := range []string{fenchelYoung, directLoss, imle, aimle, blackBox} {
		l := encoded(false)
		l.Estimator, l.Passes, l.Draws = estimator, 4, 2
		learnertest.Threads(t, estimator, l, in, 2, 5)
	}
	l := encoded(false)
	l.Estimator = scoreFunction
	if _, _, err := learnertest.Try(t, l, in); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("score function: error %v", err)
	}
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

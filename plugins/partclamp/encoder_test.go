package partclamp

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *PartClamp {
	l := newLearner().(*PartClamp)
	l.Mode, l.Passes = modeOnline, 15
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

// TestEncoderThreads: a fit with an encoder has the same bits with any number of threads. Rounds of
// L-BFGS refuse an encoder in training.
func TestEncoderThreads(t *testing.T) {
	train := images(3, 20, 4, 5, 2, 0.7, 0.8)
	in := learner.Input{Train: train, Map: linear(`{}`, &train[0]), Seed: 2,
		Loss: learnertest.Loss("hamming")}
	for _, objective := range []string{objectiveBound, objectiveComposite, objectivePseudo,
		objectiveCD} {
		l := encoded(false)
		l.Objective, l.Passes = objective, 3
		learnertest.Threads(t, objective, l, in, 2)
	}
	l := encoded(false)
	l.Mode, l.Passes = modeBatch, 0
	if _, _, err := learnertest.Try(t, l, in); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("mode batch: error %v", err)
	}
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

package direct

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *Direct {
	l := newLearner().(*Direct)
	l.Lambda, l.Passes, l.Warm = 0.05, 15, 2
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 10, 0.08, frozen
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

// served returns the learner, with an encoder if an argument of the program says so.
func served() (learner.Info, func() learner.Learner) {
	info, plain := Learner()
	for _, variant := range []string{"joint", "frozen"} {
		if slices.Contains(os.Args, variant) {
			return info, func() learner.Learner { return encoded(variant == "frozen") }
		}
	}
	return info, plain
}

func TestConformanceWithEncoder(t *testing.T) {
	learnertest.SkipSlow(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"joint", "frozen"} {
		t.Run(name, func(t *testing.T) { learnertest.RunProgram(t, self+" "+name) })
	}
}

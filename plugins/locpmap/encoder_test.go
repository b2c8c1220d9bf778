package locpmap

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *LocPMAP {
	l := newLearner().(*LocPMAP)
	l.Solver, l.Passes = solverSGD, 15
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

// TestEncoderThreads: a fit with an encoder has the same bits with any number of threads. L-BFGS, a
// network for unaries and unknown labels refuse an encoder in training.
func TestEncoderThreads(t *testing.T) {
	train := stripes(3, 20)
	in := learner.Input{Train: train, Map: learnertest.Linear(`{}`, &train[0]),
		Loss: learnertest.Loss("hamming")}
	for _, net := range []string{"mlp", "convolution"} {
		l := encoded(false)
		l.Net, l.Passes = net, 3
		learnertest.Threads(t, net, l, in, 2, 5)
	}
	refused := map[string]func(l *LocPMAP){
		"L-BFGS":         func(l *LocPMAP) { l.Solver = solverLBFGS },
		"unaries":        func(l *LocPMAP) { l.Unaries = unariesNetwork },
		"unknown labels": func(*LocPMAP) { in.Partial = []sp.Instance{hide(train[0], odd)} },
	}
	for _, name := range slices.Sorted(maps.Keys(refused)) {
		l := encoded(false)
		refused[name](l)
		if _, _, err := learnertest.Try(t, l, in); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func odd(d int) bool { return d%2 == 1 }

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

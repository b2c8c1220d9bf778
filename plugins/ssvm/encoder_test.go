package ssvm

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *SSVM {
	l := newLearner().(*SSVM)
	l.Solver, l.Passes = solverStochastic, 15
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

// TestEncoderThreads: a fit with an encoder has the same bits with any number of threads. Dual and
// batch solvers refuse an encoder in training, and have no bound with a frozen one.
func TestEncoderThreads(t *testing.T) {
	in := input(words(1, 50, 4, 6), `{}`)
	for _, solver := range []string{solverStochastic, solverPerceptron, solverBCFW, solverGap,
		solverSubgradient} {
		for _, frozen := range []bool{false, true} {
			l := encoded(frozen)
			l.Solver, l.Passes = solver, 4
			if !frozen && solver != solverStochastic && solver != solverPerceptron {
				if _, _, err := learnertest.Try(t, l, in); !errors.Is(err, errors.ErrUnsupported) {
					t.Errorf("%s: error %v", solver, err)
				}
				continue
			}
			learnertest.Threads(t, solver, l, in, 2, 5)
			points, done := learnertest.Fit(t, l, in)
			last := points[len(points)-1]
			if _, bound := last.Values[sp.ValueBound]; bound || last.Objective != nil || done.Dual != nil {
				t.Errorf("%s: %v, objective %v", solver, last.Values, last.Objective)
			}
		}
	}
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

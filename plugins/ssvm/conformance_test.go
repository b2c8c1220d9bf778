package ssvm

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
)

func TestMain(m *testing.M) {
	learnertest.Main(m, func() { serve.Main(learnertest.Encoded(Learner, encoded)) })
}

func TestConformance(t *testing.T) { learnertest.RunOrPart(t) }

func TestConformanceUnderAnApproximateOracle(t *testing.T) {
	learnertest.RunUnder(t, "icm")
}

// Noise depends on earlier calls, also in a resumed fit.
func TestConformanceUnderASampler(t *testing.T) {
	learnertest.RunUnder(t, "gibbs")
}

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *SSVM {
	l := newLearner().(*SSVM)
	l.Solver, l.Passes = solverStochastic, 15
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

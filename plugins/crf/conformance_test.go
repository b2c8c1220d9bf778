package crf

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
)

func TestMain(m *testing.M) { learnertest.Main(m, func() { serve.Main(served()) }) }

func TestConformance(t *testing.T) { learnertest.RunOrPart(t) }

func TestConformanceUnderAnApproximateOracle(t *testing.T) {
	learnertest.RunUnder(t, "mean-field")
}

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *CRF {
	c := newLearner().(*CRF)
	c.Solver, c.Passes, c.Net, c.Hidden, c.Pretraining, c.Speed, c.Frozen = solverSGD, 15,
		"mlp", 8, 1, 0.08, frozen
	return c
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }

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

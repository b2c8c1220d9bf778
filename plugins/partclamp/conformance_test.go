package partclamp

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
)

func TestMain(m *testing.M) {
	learnertest.Main(m, func() { serve.Main(learnertest.Encoded(Learner, encoded)) })
}

// TestConformanceInPart replaces TestConformance when slow tests are skipped.
func TestConformanceInPart(t *testing.T) { learnertest.RunUnder(t, "exact") }

func TestConformance(t *testing.T) {
	learnertest.SkipSlow(t)
	learnertest.Run(t)
}

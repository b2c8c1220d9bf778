package partclamp

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/internal/longtest"
)

func TestMain(m *testing.M) { learnertest.Main(m, func() { serve.Main(Learner()) }) }

// TestConformanceInPart stands for TestConformance where slow tests are skipped.
func TestConformanceInPart(t *testing.T) { learnertest.RunUnder(t, "exact") }

func TestConformance(t *testing.T) {
	longtest.Skip(t)
	learnertest.Run(t)
}

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

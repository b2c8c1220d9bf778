package crf

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

func TestMain(m *testing.M) { learnertest.Main(m, Main) }

func TestConformance(t *testing.T) { learnertest.Run(t) }

func TestConformanceUnderAnApproximateOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: a second conformance test, at length; not with -short")
	}
	learnertest.RunUnder(t, "mean-field")
}

package ssvm

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

func TestMain(m *testing.M) { learnertest.Main(m, Main) }

func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: under the race detector, whose run is short, those of crf and partclamp stand for all; not with -short")
	}
	learnertest.Run(t)
}

func TestConformanceUnderAnApproximateOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: a second conformance test, at length; not with -short")
	}
	learnertest.RunUnder(t, "icm")
}

// Noise depends on the calls before, also in a fit that is gone on with.
func TestConformanceUnderASampler(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: a second conformance test, at length; not with -short")
	}
	learnertest.RunUnder(t, "gibbs")
}

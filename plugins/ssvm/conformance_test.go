package main

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

func TestMain(m *testing.M) { learnertest.Main(m, main) }

func TestConformance(t *testing.T) { learnertest.Run(t) }

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

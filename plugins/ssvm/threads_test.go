package ssvm

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: a fit has the same bits with any number of threads, with imputed labels, and for
// every reason to stop.
func TestThreads(t *testing.T) {
	l := newLearner().(*SSVM)
	l.Solver, l.Passes, l.PartialPasses = solverSubgradient, 7, 5
	for name, in := range map[string]learner.Input{"words": input(words(1, 50, 4, 6), `{}`),
		"partly labelled": partlyLabelled(t)} {
		for _, in.Budget = range []sp.Budget{{}, {MAP: 123}, {Passes: 2.5}} {
			learnertest.Threads(t, name, l, in, 2, 5)
		}
	}
}

// BenchmarkThreads is 20 steps of the subgradient on 100 graphs of 400 variables, on the threads of
// -cpu.
func BenchmarkThreads(b *testing.B) {
	in := input(planar(1, 100, 20, 20, 20), `{"pairs":"potts"}`)
	l := newLearner().(*SSVM)
	l.Solver, l.Passes = solverSubgradient, 20
	defer cputime.PerOp(b)()
	for b.Loop() {
		fit(b, l, in)
	}
}

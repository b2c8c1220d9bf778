package marginalpmap

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: a fit has the same bits with any number of threads, for all losses, batch sizes and
// reasons to stop.
func TestThreads(t *testing.T) {
	for _, k := range []int{2, 3} {
		in := mixed(k, 2, k == 3, `{"pairs":"potts"}`, "weighted-hamming")
		for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
			for _, reduce := range []bool{false, true} {
				l := newLearner().(*MarginalPMAP)
				l.Objective, l.Lambda, l.Passes, l.PartialPasses, l.Batch, l.GumbelReduction,
					l.Draws = objective, 0.05, 3, 3, 4, reduce, 10
				for _, in.Budget = range []sp.Budget{{}, {Visits: 15}, {MAP: 30}, {Clamped: 20}} {
					learnertest.Threads(t, fmt.Sprint(k, objective, reduce), l, in, 2, 5)
				}
			}
		}
	}
}

// TestThreadsOfAnOracleThatDraws: the results of Gibbs sampling depend on earlier calls for the
// instance, and a batch larger than the set visits an instance more than once.
func TestThreadsOfAnOracleThatDraws(t *testing.T) {
	in := mixed(2, 0, false, `{"pairs":"potts"}`, "weighted-hamming")
	in.Oracle = sp.Spec{Name: "gibbs", Args: []byte(`{"burn-in":1,"sweeps":2}`)}
	l := newLearner().(*MarginalPMAP)
	l.Objective, l.Lambda, l.Passes, l.Batch = kindJoint, 0.05, 40, 2*len(in.Train)+1
	learnertest.Threads(t, "gibbs", l, in, 4, 4, 4, 4, 4)
}

// BenchmarkThreads is ten passes over 64 graphs of 252 superpixels in batches of 16, on the threads
// of -cpu.
func BenchmarkThreads(b *testing.B) {
	in := learnertest.Input(superpixels(1, 64, 14, 18, 2, 100), `{"pairs":"potts"}`,
		"weighted-hamming")
	l := newLearner().(*MarginalPMAP)
	l.Batch, l.Passes = 16, 10
	defer cputime.PerOp(b)()
	for b.Loop() {
		fit(b, l, in)
	}
}

package marginalpmap

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: the same fit to the bit by any number of threads, of batches of all losses, whatever ends it.
func TestThreads(t *testing.T) {
	for _, k := range []int{2, 3} {
		in := mixed(t, k, 2, k == 3, `{"pairs":"potts"}`, "weighted-hamming")
		for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
			for _, reduce := range []bool{false, true} {
				l := newLearner().(*MarginalPMAP)
				l.Objective, l.Lambda, l.Passes, l.PartialPasses, l.Batch, l.GumbelReduction, l.Draws = objective, 0.05, 3, 3, 4, reduce, 10
				for _, in.Budget = range []sp.Budget{{}, {Visits: 15}, {MAP: 30}, {Clamped: 20}} {
					one, alone := fitOn(t, 1, l, in)
					for _, threads := range []int{2, 5} {
						if several, end := fitOn(t, threads, l, in); !reflect.DeepEqual(several, one) || end != alone {
							t.Fatalf("%d labels, %s, %+v: %d threads: %s; one: %s", k, objective, in.Budget, threads, end, alone)
						}
					}
				}
			}
		}
	}
}

// TestThreadsOfAnOracleThatDraws: what Gibbs sampling answers depends on the calls of the instance before, and a batch that
// is larger than the set visits an instance more than once.
func TestThreadsOfAnOracleThatDraws(t *testing.T) {
	in := mixed(t, 2, 0, false, `{"pairs":"potts"}`, "weighted-hamming")
	in.Oracle = sp.Spec{Name: "gibbs", Args: []byte(`{"burn-in":1,"sweeps":2}`)}
	l := newLearner().(*MarginalPMAP)
	l.Objective, l.Lambda, l.Passes, l.Batch = kindJoint, 0.05, 40, 2*len(in.Train)+1
	one, alone := fitOn(t, 1, l, in)
	for range 5 {
		if several, end := fitOn(t, 4, l, in); !reflect.DeepEqual(several, one) || end != alone {
			t.Fatalf("4 threads: %s; one: %s", end, alone)
		}
	}
}

// fitOn returns the checkpoints and the end of a fit on so many threads, without what clocks say.
func fitOn(t *testing.T, threads int, l *MarginalPMAP, in learner.Input) (points []sp.Stamped, end string) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	points, done := fit(t, l, in)
	return points, fmt.Sprint(len(points), done.Counts, done.End)
}

// BenchmarkThreads is ten passes over 64 graphs of 252 superpixels in batches of 16, on the threads of -cpu.
func BenchmarkThreads(b *testing.B) {
	in := segmentation(b, superpixels(1, 64, 14, 18, 2, 100))
	l := newLearner().(*MarginalPMAP)
	l.Batch, l.Passes = 16, 10
	for b.Loop() {
		fit(b, l, in)
	}
}

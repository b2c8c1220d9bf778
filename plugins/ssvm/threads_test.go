package ssvm

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: the same fit to the bit by any number of threads, also where imputed labels join in, whatever ends it.
func TestThreads(t *testing.T) {
	l := newLearner().(*SSVM)
	l.Solver, l.Passes, l.PartialPasses = solverSubgradient, 7, 5
	for name, in := range map[string]learner.Input{"words": input(t, words(1, 50, 4, 6), `{}`), "partly labelled": partlyLabelled(t)} {
		for _, in.Budget = range []sp.Budget{{}, {MAP: 123}, {Passes: 2.5}} {
			one, alone := fitOn(t, 1, l, in)
			for _, threads := range []int{2, 5} {
				if several, end := fitOn(t, threads, l, in); !reflect.DeepEqual(several, one) || end != alone {
					t.Fatalf("%s, %+v: %d threads: %s; one: %s", name, in.Budget, threads, end, alone)
				}
			}
		}
	}
}

// fitOn returns the checkpoints and the end of a fit on so many threads, without what clocks say.
func fitOn(t *testing.T, threads int, l *SSVM, in learner.Input) (points []sp.Stamped, end string) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	done, err := learner.Fit(t.Context(), l, in, func(s sp.Stamped) error {
		s.Dual = nil
		points = append(points, s)
		return nil
	})
	return points, fmt.Sprint(len(points), done.Counts, done.End, len(done.Dual), err)
}

// BenchmarkThreads is 20 steps of the subgradient on 100 graphs of 400 variables, on the threads of -cpu.
func BenchmarkThreads(b *testing.B) {
	in := input(b, planar(1, 100, 20, 20, 20), `{"pairs":"potts"}`)
	l := newLearner().(*SSVM)
	l.Solver, l.Passes = solverSubgradient, 20
	for b.Loop() {
		fit(b, l, in)
	}
}

package partclamp

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: a fit has the same bits with any number of threads, for every reason to stop.
func TestThreads(t *testing.T) {
	counts := []int{2, 5}
	if !learnertest.Slow() {
		counts = counts[:1]
	}
	for _, k := range []int{2, 3} {
		train := images(3, 30, 4, 5, k, 0.7, 0.8)
		in := learner.Input{Train: train, Map: linear(`{}`, &train[0]), Seed: 2}
		for _, objective := range []string{objectiveBound, objectiveComposite} {
			for _, clamp := range []string{clampMAP, clampMarginal} {
				l := with(func(c *PartClamp) {
					c.Objective, c.Clamp, c.States, c.Partitions, c.Tolerance = objective, clamp, 2,
						2, 1e-3
					if objective == objectiveBound {
						c.Rounds = 4
					}
				})
				for _, in.Budget = range []sp.Budget{{}, {Visits: 101}, {Conditional: 777},
					{MAP: 17}, {Sweeps: 50}} {
					learnertest.Threads(t, fmt.Sprint(k, objective, clamp), l, in, counts...)
				}
			}
		}
	}
}

// BenchmarkThreads is three rounds of learning from 64 images of 32×32 pixels, on the threads of
// -cpu.
func BenchmarkThreads(b *testing.B) {
	train := images(1, 64, 32, 32, 2, 0.5, 1)
	in := learner.Input{Train: train, Map: linear(`{}`, &train[0])}
	defer cputime.PerOp(b)()
	for b.Loop() {
		fit(b, with(func(c *PartClamp) { c.Rounds, c.Tolerance = 3, 1e-3 }), in)
	}
}

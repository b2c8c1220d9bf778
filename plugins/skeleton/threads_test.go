package skeleton

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: a fit has the same bits with any number of threads, for every reason to stop.
func TestThreads(t *testing.T) {
	counts, budgets := []int{2, 5}, []sp.Budget{{}, {MAP: 1234}, {Visits: 40}}
	if !learnertest.Slow() {
		counts, budgets = counts[:1], budgets[1:]
	}
	for _, features := range []string{three, `{"pairs":"potts"}`} { // the second learns a base first
		in := input(masks(3, 12, 6, 6), features, "hamming")
		for _, l := range []Skeleton{
			{Objective: kindExpectedLoss, Gradient: gradientFaces},
			{Objective: kindExpectedLoss, Gradient: gradientSampling},
			{Objective: kindPMAP}, {Objective: kindSkeletonPMAP},
		} {
			l.Base, l.Width, l.Step, l.Starts, l.Iterations, l.Calls, l.Draws, l.Delta,
				l.Lambda = baseAuto, 1, 0.25, 1, 6, 100, 10, 1e-3, 1e-3
			for _, in.Budget = range budgets {
				learnertest.Threads(t, features+l.Objective+l.Gradient, &l, in, counts...)
			}
		}
	}
}

// BenchmarkThreads is six steps on 32 images of 16×16 pixels, on the threads of -cpu.
func BenchmarkThreads(b *testing.B) {
	in := input(masks(1, 32, 16, 16), three, "hamming")
	l := newLearner().(*Skeleton)
	l.Iterations = 6
	defer cputime.PerOp(b)()
	for b.Loop() {
		fit(b, l, in)
	}
}

// BenchmarkImages is the fit to 64 images of 64×64 pixels by default and with fewer iterations, on
// the threads of -cpu.
func BenchmarkImages(b *testing.B) {
	train, _ := learnertest.Instances(b, "blobs", `{"images":64,"rows":64,"columns":64}`)
	in := input(train, `{"pairs":"potts"}`, "hamming")
	for _, n := range []int{2, 10, 60} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			defer cputime.PerOp(b)()
			l := newLearner().(*Skeleton)
			l.Iterations = n
			for b.Loop() {
				points, done := fit(b, l, in)
				b.ReportMetric(float64(done.Counts.MAP), "MAP")
				b.Logf("%v", points[len(points)-1].Values)
			}
		})
	}
}

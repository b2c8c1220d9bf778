package host_test

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
)

// BenchmarkFitInProcess compares a fit of some five seconds in a learner process with the same fit
// in this process. Look at the medians of the ratios; on a busy machine only at that of the CPU
// time:
//
//	go test ./harness/internal/host -run '^$' -bench FitInProcess -benchtime 7x
func BenchmarkFitInProcess(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as for learners
	m := must(feature.New("linear", nil, feature.Dims{K: 26, Node: 30}))(b)
	hamming := must(loss.New("hamming", nil))(b)
	train := chains(9000, 1)
	r := request("")
	r.Budget.Passes = 75
	l := open(b, "", host.Options{})
	need(b, l.Load(b.Context(), host.Train, train))
	var cpu, wall, seconds []float64
	self := []int{os.Getpid()}
	for b.Loop() {
		far := must(l.Fit(b.Context(), r, nothing))(b)
		in := learner.Input{Train: train, Map: m, Loss: hamming, Budget: r.Budget, Seed: r.Seed,
			Schedule: r.Schedule}
		start, before := time.Now(), proc.CPUSeconds(self)
		must(learner.Fit(b.Context(), &planted{Step: 0.5}, in, nothing))(b)
		near := proc.CPUSeconds(self) - before
		wall = append(wall, far.WallSeconds/time.Since(start).Seconds())
		cpu, seconds = append(cpu, far.CPUSeconds/near), append(seconds, near)
	}
	b.ReportMetric(stats.Median(cpu), "cpu-ratio")
	b.ReportMetric(stats.Median(wall), "wall-ratio")
	b.ReportMetric(stats.Median(seconds), "cpu-s/fit")
}

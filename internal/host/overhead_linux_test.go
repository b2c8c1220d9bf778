package host_test

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/internal/host"
	"github.com/spbench/spbench/internal/stats"
)

// BenchmarkFitInProcess compares a fit of some five seconds in a learner process
// with the same fit in this one. The medians of the ratios are what counts; on a
// busy machine only that of the CPU time says something:
//
//	go test ./internal/host -run '^$' -bench FitInProcess -benchtime 7x
func BenchmarkFitInProcess(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as learners have it
	m, err := feature.New("linear", nil, feature.Dims{K: 26, Node: 30})
	if err != nil {
		b.Fatal(err)
	}
	hamming, err := loss.New("hamming", nil)
	if err != nil {
		b.Fatal(err)
	}
	train := chains(9000, 1)
	r := request("")
	r.Budget.Passes = 75
	l := open(b, "", host.Options{})
	if err := l.Load(b.Context(), host.Train, train); err != nil {
		b.Fatal(err)
	}
	var cpu, wall, seconds []float64
	self := []int{os.Getpid()}
	for b.Loop() {
		far, err := l.Fit(b.Context(), r, nothing)
		if err != nil {
			b.Fatal(err)
		}
		in := learner.Input{Train: train, Map: m, Loss: hamming, Budget: r.Budget, Seed: r.Seed, Schedule: r.Schedule}
		start, before := time.Now(), host.CPUSeconds(self)
		if _, err := learner.Fit(b.Context(), &planted{Step: 0.5}, in, nothing); err != nil {
			b.Fatal(err)
		}
		near := host.CPUSeconds(self) - before
		wall = append(wall, far.WallSeconds/time.Since(start).Seconds())
		cpu, seconds = append(cpu, far.CPUSeconds/near), append(seconds, near)
	}
	b.ReportMetric(stats.Median(cpu), "cpu-ratio")
	b.ReportMetric(stats.Median(wall), "wall-ratio")
	b.ReportMetric(stats.Median(seconds), "cpu-s/fit")
}

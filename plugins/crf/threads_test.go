package crf

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreads: a fit has the same bits with any number of threads, for every reason to stop.
func TestThreads(t *testing.T) {
	budgets := []sp.Budget{{}, {Visits: 1}, {Visits: 299}, {Passes: 3.5}, {Calls: 333},
		{Marginals: 120}}
	for _, s := range shapes[:5] {
		m, train := s.problem(1, 60)
		for _, kind := range append([]string{kindTwoStage}, oneStage...) {
			c := exact(kind)
			c.Tolerance = 1e-6
			for _, budget := range budgets {
				in := learner.Input{Train: train, Map: m, Budget: budget,
					Schedule: sp.Schedule{First: 1, Factor: 1.5}}
				learnertest.Threads(t, s.String()+kind, &c, in, 2, 5)
			}
		}
	}
}

// BenchmarkThreads is 20 passes over 5626 words of OCR, on the threads of -cpu.
func BenchmarkThreads(b *testing.B) {
	_, train, m := ocr(b)
	for _, kind := range oneStage {
		b.Run(kind, func(b *testing.B) {
			c := ocrCRF()
			c.Kind = kind
			defer cputime.PerOp(b)()
			for b.Loop() {
				fit(b, c, learner.Input{Train: train, Map: m, Budget: sp.Budget{Passes: 20}})
			}
		})
	}
}

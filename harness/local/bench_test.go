package local_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
)

// BenchmarkICM measures updates of a variable per second on 4-connected grids, with prepared
// scores: from a random start (included in the time) to a local maximum.
func BenchmarkICM(b *testing.B) {
	for _, side := range []int{28, 256, 1000} {
		b.Run(fmt.Sprintf("side=%d", side), func(b *testing.B) {
			p := grid(side, 2)
			var s local.State
			s.Reset(p)
			key, updates, draw := perturb.NewKey(1, "x"), 0, uint64(0)
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				s.Draw(key, draw)
				sweeps, _ := s.ICM(100)
				updates += sweeps * len(s.Y)
				draw++
			}
			b.ReportMetric(float64(updates)/b.Elapsed().Seconds()/1e6, "Mupdates/s")
		})
	}
}

func BenchmarkGibbs(b *testing.B) {
	for _, k := range []int{2, 8} {
		for _, side := range []int{28, 256, 1000} {
			b.Run(fmt.Sprintf("K=%d/side=%d", k, side), func(b *testing.B) {
				var s local.State
				key := perturb.NewKey(1, "x")
				s.Reset(grid(side, k))
				s.Draw(key, 0)
				sweeps := uint64(0)
				b.ReportAllocs()
				defer cputime.PerOp(b)()
				for b.Loop() {
					sweeps++
					s.Gibbs(key, sweeps)
				}
				b.ReportMetric(float64(sweeps)*float64(len(s.Y))/b.Elapsed().Seconds()/1e6, "Mupdates/s")
			})
		}
	}
}

func BenchmarkMeanField(b *testing.B) {
	for _, k := range []int{2, 8} {
		for _, side := range []int{28, 1000} {
			b.Run(fmt.Sprintf("K=%d/side=%d", k, side), func(b *testing.B) {
				var f local.MeanField
				f.Reset(grid(side, k))
				sweeps := 0
				b.ReportAllocs()
				defer cputime.PerOp(b)()
				for b.Loop() {
					sweeps++
					f.Sweep()
				}
				b.ReportMetric(float64(sweeps)*float64(side*side)/b.Elapsed().Seconds()/1e6, "Mupdates/s")
			})
		}
	}
}

package local_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
)

// BenchmarkUpdates measures updates of a variable per second on 4-connected grids, with prepared
// scores. ICM goes from a random start (included in the time) to a local maximum.
func BenchmarkUpdates(b *testing.B) {
	key := perturb.NewKey(1, "x")
	for _, k := range []int{2, 8} {
		for _, side := range []int{28, 256, 1000} {
			var s local.State
			var f local.MeanField
			s.Reset(grid(side, k))
			f.Reset(grid(side, k))
			draw := uint64(0)
			for name, sweep := range map[string]func() int{
				"ICM":       func() int { s.Draw(key, draw); sweeps, _ := s.ICM(100); return sweeps },
				"Gibbs":     func() int { s.Gibbs(key, draw); return 1 },
				"MeanField": func() int { f.Sweep(); return 1 },
			} {
				b.Run(fmt.Sprintf("%s/K=%d/side=%d", name, k, side), func(b *testing.B) {
					s.Draw(key, 0)
					sweeps := 0
					b.ReportAllocs()
					defer cputime.PerOp(b)()
					for b.Loop() {
						draw++
						sweeps += sweep()
					}
					b.ReportMetric(float64(sweeps*side*side)/b.Elapsed().Seconds()/1e6, "Mupdates/s")
				})
			}
		}
	}
}

package partclamp

import (
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// BenchmarkBatch learns from 40 images of 64×64 pixels with four partitions of five states each,
// all rounds and clamping included.
func BenchmarkBatch(b *testing.B) {
	train := images(1, 40, 64, 64, 2, 0.6, 0.5)
	in := learner.Input{Train: train, Map: linear(`{"pairs":"potts"}`, &train[0])}
	for _, clamp := range []string{clampMAP, clampMarginal} {
		b.Run(clamp, func(b *testing.B) {
			defer cputime.PerOp(b)()
			for b.Loop() {
				_, done := fit(b, with(func(c *PartClamp) { c.Clamp = clamp }), in)
				b.ReportMetric(float64(done.Counts.Visits)/float64(len(train)), "passes")
				b.ReportMetric(float64(done.Counts.Conditional), "conditional")
				b.ReportMetric(float64(done.Counts.Sweeps), "sweeps")
			}
		})
	}
}

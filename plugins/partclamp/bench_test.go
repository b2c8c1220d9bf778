package partclamp

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// BenchmarkImages is the default fit to 64 images of 64×64 pixels with Potts strengths, in rounds
// with all clamping, on the threads of -cpu.
func BenchmarkImages(b *testing.B) {
	train, _ := learnertest.Instances(b, "blobs", `{"images":64,"rows":64,"columns":64}`)
	in := learnertest.Input(train, `{"pairs":"potts"}`, "hamming")
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

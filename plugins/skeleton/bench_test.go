package skeleton

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// BenchmarkImages is the fit to 64 images of 64×64 pixels, by default and with fewer iterations, on
// the threads of -cpu.
func BenchmarkImages(b *testing.B) {
	train, _ := learnertest.Instances(b, "blobs", `{"images":64,"rows":64,"columns":64}`)
	in := learnertest.Input(train, `{"pairs":"potts"}`, "hamming")
	for _, n := range []int{2, 10, 60} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			defer cputime.PerOp(b)()
			l := newLearner().(*Skeleton)
			l.Iterations = n
			for b.Loop() {
				_, done := fit(b, l, in)
				b.ReportMetric(float64(done.Counts.MAP), "MAP")
			}
		})
	}
}

package run_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/run/plan"
)

const manySuite = `
suite: many
datasets: [chains: {words: 40, split: {train: 10, test: 20}}]
learners:
%strain-loss: hamming-count
metrics: [hamming-micro, zero-one]
decoders: [map]
limits: {seconds: 60}
seeds: {split: 1, learner: 10000}
`

// BenchmarkPlan plans 10⁵ fits and makes the key of a row of each, as the search for finished fits
// does.
func BenchmarkPlan(b *testing.B) {
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	var learners strings.Builder
	for i := range 10 {
		fmt.Fprintf(&learners, "  - $plain: {shift: %d, as: L%[1]d}\n", i)
	}
	text := fmt.Sprintf(manySuite, &learners)
	var planned *plan.Plan
	b.Run("NewPlan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			planned = newPlan(b, b.TempDir(), text, plan.Options{})
			if len(planned.Fits) != 1e5 {
				b.Fatal(len(planned.Fits))
			}
		}
	})
	b.Run("rows", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, f := range planned.Fits {
				f.RowKey(f.Key, &f.Learner.Decoders[0])
			}
		}
	})
}

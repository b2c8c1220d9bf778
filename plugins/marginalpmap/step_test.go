package marginalpmap

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// With standard steps w_h is the sum of all gradients over λh. With integer features and the joint
// loss, gradients are integers too. With bounded steps this does not hold.
func TestStandardStep(t *testing.T) {
	const lambda = 0.25
	for kind, want := range map[string]bool{stepStandard: true, stepBounded: false} {
		xs := graphs(5, 12, 3, 4, 2, true)
		for _, x := range xs {
			for _, rows := range [][]float32{x.Node.Dense, x.Edge.Dense} {
				for j, v := range rows {
					rows[j] = float32(math.Round(float64(4 * v)))
				}
			}
		}
		s := stepper(input(xs, `{}`), &MarginalPMAP{Temperature: 1, Samples: 1,
			Objective: kindJoint, Lambda: lambda,
			Step: kind})
		whole, moved := true, 0.0
		before := make([]float64, len(s.V))
		for h := 1; h <= 40; h++ {
			steps(t, s, 1, 1)
			w := s.checkpoint().Weights
			for j := range w {
				g := lambda * (float64(h)*w[j] - float64(h-1)*before[j])
				whole = whole && math.Abs(g-math.Round(g)) < 1e-9
				moved += math.Abs(g)
			}
			before = w
		}
		if whole != want || moved == 0 {
			t.Errorf("%s: gradients in whole numbers: %v, want %v (they sum to %v)", kind, whole,
				want, moved)
		}
	}
}

// One step of the marginal objective on an OCR word, at weights trained for 50 passes: with Gumbel
// reduction and clamped oracle calls, and by D+1 MAP problems.
func BenchmarkMarginalStep(b *testing.B) {
	words, _ := learnertest.Instances(b, "ocr", "")
	in := input(words[:626], `{}`)
	for _, reduce := range []bool{true, false} {
		b.Run(map[bool]string{true: "reduced", false: "full"}[reduce], func(b *testing.B) {
			s := stepper(in, fast(kindMarginal, 0.002, false))
			steps(b, s, 50*len(in.Train), 1)
			s.reduce, s.dynamic = reduce, reduce
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				steps(b, s, 1, 1)
			}
		})
	}
}

package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// confusion is the metric that keeps how many variables of each true label
// (rows) were predicted to have each label (columns).
type confusion struct{}

func (*confusion) complete(m *Metric, labels []string) error {
	k := len(labels)
	m.Counts = &Counts{
		Width: k * k, Pooled: true,
		Add: func(dst []float64, x *sp.Instance, gold []int32, p *sp.Prediction) {
			ref, _ := scored(x, gold)
			for d, label := range ref {
				if label != sp.Unknown {
					dst[int(label)*k+int(p.Labels[d])]++
				}
			}
		},
		Value: func(sum []float64) float64 {
			all, right := 0.0, 0.0
			side := int(math.Sqrt(float64(len(sum))))
			for i, n := range sum {
				all += n
				if i%(side+1) == 0 {
					right += n
				}
			}
			if all == 0 {
				return math.NaN()
			}
			return (all - right) / all
		},
	}
	return nil
}

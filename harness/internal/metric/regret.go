package metric

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// regret is the normalised regret, Σ_i (c_i(ŷ_i) − c_i(y_i)) / Σ_i |c_i(y_i)| with the true costs
// c (Elmachtoub & Grigas 2022, section 6). Instances with unknown costs or labels do not count.
var regret = &Counts{
	Width: 2,
	Add: func(dst []float64, x *Case) {
		if x.Costs == nil || slices.Contains(x.truth, sp.Unknown) {
			return
		}
		least := 0.0
		for d, k := range x.known {
			if row := x.Costs[d*x.K:]; k != sp.Unknown {
				least += row[k]
				dst[0] += row[x.Labels[d]] - row[k]
			}
		}
		dst[1] += math.Abs(least)
	},
	Value: func(sum []float64) float64 { return sum[0] / sum[1] },
}

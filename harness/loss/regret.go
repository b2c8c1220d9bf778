package loss

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Regret is the true cost of a labeling above that of the truth, Σ_d c_d(ŷ_d) − c_d(y_d). c are the
// Costs of an instance. Without costs the regret is 0. Within a structure it is never negative.
//
// The structured hinge loss with this loss is SPO+ (Elmachtoub & Grigas 2022, definition 3). The
// predicted costs are ĉ = −score/2. Then it is max_y [c(y) − 2ĉ(y)] + 2ĉ(gold) − c(gold).
type Regret struct{}

var _ sp.NodeLoss = Regret{}

// Value returns the regret of y. O(n).
func (Regret) Value(x *sp.Instance, ref, y []int32) (sum float64) {
	for d, k := range ref {
		if k != sp.Unknown && x.Costs != nil {
			sum += x.Costs[d*x.K+int(y[d])] - x.Costs[d*x.K+int(k)]
		}
	}
	return sum
}

// Costs fills dst with Σ_l q_d(l)·(c_d(k) − c_d(l)), of any sign. O(nK).
func (Regret) Costs(dst []float64, x *sp.Instance, q []float64) {
	clear(dst)
	if x.Costs == nil {
		return
	}
	beliefs(dst, x, q)
	for i := 0; i < len(dst); i += x.K {
		row, costs, mean := dst[i:i+x.K], x.Costs[i:], 0.0
		total := sum(row)
		for k, q := range row {
			mean += float64(q * costs[k])
		}
		for k := range row {
			row[k] = float64(total*costs[k]) - mean
		}
	}
}

// Weights fills dst with q_d(k)·θ_d(k). θ_d(k) is the mean distance of a cost from the others,
// Σ_l |c_d(l) − c_d(k)|/(K−1). O(nK²).
func (Regret) Weights(dst []float64, x *sp.Instance, q []float64) {
	clear(dst)
	if x.Costs == nil {
		return
	}
	beliefs(dst, x, q)
	for i, c := range x.Costs {
		distance := 0.0
		for _, other := range x.Costs[i/x.K*x.K:][:x.K] {
			distance += math.Abs(other - c)
		}
		dst[i] *= distance / float64(max(x.K-1, 1))
	}
}

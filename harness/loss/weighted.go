package loss

import "github.com/spbench/spbench/harness/sp"

// WeightedHamming is Σ_d θ_d(y_d)·[y_d ≠ ŷ_d] with θ_d(k) = V_d/(C·V_k): V_d is the size of
// variable d, V_k = Σ_d V_d·q_d(k) the size of class k, and C the number of classes present. An
// absent class has θ = 0, and the others share its part.
//
// With two classes θ is V_d/(2·V_class) of Shpakova, Bach & Osokin 2018, section 5.2. θ is
// already normalised, so there is no further 1/D: an entirely wrong labeling costs 1.
type WeightedHamming struct{}

var _ sp.NodeLoss = WeightedHamming{}

// Value returns the weighted share of variables where y differs from ref. O(n+K).
func (WeightedHamming) Value(x *sp.Instance, ref, y []int32) float64 {
	var stack [64]float64 // no allocation for up to 32 labels
	buf := stack[:]
	if 2*x.K > len(buf) {
		buf = make([]float64, 2*x.K)
	}
	size, wrong := buf[:x.K], buf[x.K:2*x.K]
	for d, k := range ref {
		if k == sp.Unknown {
			continue
		}
		size[k] += x.SizeOf(d)
		if y[d] != k {
			wrong[k] += x.SizeOf(d)
		}
	}
	total, classes := 0.0, 0
	for k, v := range size {
		if v > 0 {
			total += wrong[k] / v
			classes++
		}
	}
	if classes == 0 {
		return 0
	}
	return total / float64(classes)
}

// Costs fills dst with Σ_{l≠k} q_d(l)·θ_d(l). O(nK).
func (l WeightedHamming) Costs(dst []float64, x *sp.Instance, q []float64) {
	l.Weights(dst, x, q)
	costsFromWeights(dst, x.K)
}

// Weights fills dst with q_d(k)·θ_d(k). O(nK).
func (WeightedHamming) Weights(dst []float64, x *sp.Instance, q []float64) {
	beliefs(dst, x, q)
	classes := 0
	for k := range x.K {
		if classSize(dst, x, k) > 0 {
			classes++
		}
	}
	for k := range x.K {
		size := classSize(dst, x, k)
		for i, d := k, 0; d < x.N(); i, d = i+x.K, d+1 {
			if size > 0 {
				// This order avoids overflow for beliefs of any size.
				dst[i] = dst[i] * x.SizeOf(d) / size / float64(classes)
			} else {
				dst[i] = 0
			}
		}
	}
}

func classSize(q []float64, x *sp.Instance, k int) float64 {
	size := 0.0
	for d := range x.N() {
		size += x.SizeOf(d) * q[d*x.K+k]
	}
	return size
}

// Share returns true: the loss lies in [0,1].
func (WeightedHamming) Share() bool { return true }

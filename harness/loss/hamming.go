package loss

import "github.com/spbench/spbench/harness/sp"

// Hamming counts wrong variables. With Mean it is their share of the variables with a known
// reference, and its name in suites is "hamming"; without, their number, "hamming-count".
type Hamming struct{ Mean bool }

var _ sp.NodeLoss = Hamming{}

// Value returns the number or share of variables where y differs from ref. O(n).
func (h Hamming) Value(x *sp.Instance, ref, y []int32) float64 {
	wrong, known := 0, 0
	for d, k := range ref {
		if k == sp.Unknown {
			continue
		}
		known++
		if y[d] != k {
			wrong++
		}
	}
	if h.Mean && known > 0 {
		return float64(wrong) / float64(known)
	}
	return float64(wrong)
}

// Costs fills dst with θ·(Σ_l q_d(l) − q_d(k)), θ = 1 or 1/n. O(nK).
func (h Hamming) Costs(dst []float64, x *sp.Instance, q []float64) {
	h.Weights(dst, x, q)
	costsFromWeights(dst, x.K)
}

// Weights fills dst with θ·q_d(k), θ = 1 or 1/n. O(nK).
func (h Hamming) Weights(dst []float64, x *sp.Instance, q []float64) {
	beliefs(dst, x, q)
	if !h.Mean {
		return
	}
	// Variables count if they have any belief at all.
	known := 0.0
	for d := range x.N() {
		known += sum(dst[d*x.K : (d+1)*x.K])
	}
	if known == 0 {
		return
	}
	for i := range dst {
		dst[i] /= known
	}
}

// beliefs fills dst with q, or with the gold labels as point masses; a variable without either
// gets zeros.
func beliefs(dst []float64, x *sp.Instance, q []float64) {
	if q != nil {
		copy(dst, q)
		return
	}
	clear(dst)
	for d, k := range x.Gold {
		if k != sp.Unknown {
			dst[d*x.K+int(k)] = 1
		}
	}
}

// costsFromWeights turns the weights of true labels into the costs of predicted ones: the cost
// of predicting k is the weight of all other labels.
func costsFromWeights(dst []float64, k int) {
	for ; len(dst) >= k && k > 0; dst = dst[k:] {
		row := dst[:k]
		total := sum(row)
		for i, v := range row {
			row[i] = total - v
		}
	}
}

func sum(v []float64) float64 {
	s := 0.0
	for _, a := range v {
		s += a
	}
	return s
}

// Share reports whether the loss is the mean, in [0,1].
func (h Hamming) Share() bool { return h.Mean }

package loss

import "github.com/spbench/spbench/harness/sp"

// Boundary counts wrong variables on the boundary of the truth: those with a neighbour of a
// different true label (Kim et al. 2015, section 5.4.2). An unknown label does not count as
// different.
type Boundary struct{}

var _ sp.NodeLoss = Boundary{}

// Value returns the number of variables on the boundary of ref where y differs from it. O(n+m).
func (Boundary) Value(x *sp.Instance, ref, y []int32) float64 {
	var stack [256]uint64 // no allocation for up to 16384 variables
	seen := stack[:]
	if len(ref) > 64*len(seen) {
		seen = make([]uint64, (len(ref)+63)/64)
	}
	wrong := 0
	count := func(d int32) {
		if bit := uint64(1) << (d % 64); y[d] != ref[d] && seen[d/64]&bit == 0 {
			seen[d/64] |= bit
			wrong++
		}
	}
	for _, e := range x.Edges {
		if k, l := ref[e.U], ref[e.V]; k != l && k != sp.Unknown && l != sp.Unknown {
			count(e.U)
			count(e.V)
		}
	}
	return float64(wrong)
}

// Costs fills dst with Σ_{l≠k} q_d(l)·θ_d(l). O(nK+mK).
func (b Boundary) Costs(dst []float64, x *sp.Instance, q []float64) {
	b.Weights(dst, x, q)
	costsFromWeights(dst, x.K)
}

// Weights fills dst with q_d(k)·θ_d(k). θ_d(k) is the probability that a neighbour has a label
// other than k if labels are independent: 1 − Π_e (1 − Σ_{l≠k} q_e(l)) over the neighbours e.
// O(nK+mK).
func (Boundary) Weights(dst []float64, x *sp.Instance, q []float64) {
	for i := range dst {
		dst[i] = 1
	}
	// multiplies the row of d by the probabilities that e has the same label
	same := func(d, e int32) {
		total := 0.0
		for k := range x.K {
			total += belief(x, q, e, k)
		}
		for k := range x.K {
			dst[int(d)*x.K+k] *= 1 - (total - belief(x, q, e, k))
		}
	}
	for _, e := range x.Edges {
		same(e.U, e.V)
		same(e.V, e.U)
	}
	for d := range int32(x.N()) {
		for k := range x.K {
			i := int(d)*x.K + k
			dst[i] = belief(x, q, d, k) * max(0, 1-dst[i])
		}
	}
}

// belief returns q_d(k). If q is nil, it returns 1 for the gold label and 0 otherwise.
func belief(x *sp.Instance, q []float64, d int32, k int) float64 {
	switch {
	case q != nil:
		return q[int(d)*x.K+k]
	case x.Gold[d] == int32(k):
		return 1
	}
	return 0
}

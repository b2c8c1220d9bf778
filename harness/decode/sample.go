package decode

import (
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// sample fills out with what labelings 0 to count−1 say: how often each variable has each
// label, the squared standard errors of these frequencies were the labelings independent, and the most frequent labels. O(count·n).
func sample(out *sp.Prediction, p *sp.Potentials, count int, labeling func(i uint64) []int32) {
	out.Atoms, out.Unsettled = nil, false
	out.Labels, out.Marginal = sp.Grow(out.Labels, p.N()), sp.Grow(out.Marginal, len(p.Node))
	clear(out.Marginal)
	for i := range uint64(count) {
		for d, k := range labeling(i) {
			out.Marginal[d*p.K+int(k)]++
		}
	}
	perturb.Frequencies(out, count)
	bestOf(out.Labels, out.Marginal, p.K)
}

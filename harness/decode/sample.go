package decode

import (
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// sample fills out from labelings 0 to count−1: the frequency of each label at each variable,
// the squared standard errors of these frequencies for independent labelings, and the most
// frequent labels. It sets NotConverged if a labeling is not done. O(count·n).
func sample(out *sp.Prediction, p *sp.Potentials, count int,
	labeling func(i uint64) (y []int32, done bool)) {
	out.Atoms, out.NotConverged, out.LogZ, out.Summed = nil, false, 0, false
	out.Labels, out.Marginal = sp.Grow(out.Labels, p.N()), sp.Grow(out.Marginal, len(p.Node))
	clear(out.Marginal)
	for i := range uint64(count) {
		y, done := labeling(i)
		out.NotConverged = out.NotConverged || !done
		for d, k := range y {
			out.Marginal[d*p.K+int(k)]++
		}
	}
	perturb.Frequencies(out, count)
	bestOf(out.Labels, out.Marginal, p.K)
}

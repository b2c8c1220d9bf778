package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

const calibrationBins = 15 // as Guo et al. (2017) have them

// calibration puts each variable into one of 15 bins of equal width by the probability of its
// predicted label. It keeps, for each bin, the number of variables, the sum of these probabilities,
// and the number of correct labels. The value is the expected calibration error (Naeini, Cooper &
// Hauskrecht 2015), Σ_b |right_b − Σp_b| / Σ_b n_b.
var calibration = &Counts{
	Width: 3 * calibrationBins,
	Add: func(dst []float64, x *Case) {
		if x.Marginal == nil {
			return
		}
		for d, k := range x.known {
			if k == sp.Unknown {
				continue
			}
			q := x.Marginal[d*x.K+int(x.Labels[d])]
			bin := 3 * min(max(int(q*calibrationBins), 0), calibrationBins-1) // rounding may leave q beside [0,1]
			dst[bin]++
			dst[bin+1] += q
			if x.Labels[d] == k {
				dst[bin+2]++
			}
		}
	},
	Value: func(sum []float64) float64 {
		n, distance := 0.0, 0.0
		for b := 0; b < len(sum); b += 3 {
			n += sum[b]
			distance += math.Abs(sum[b+2] - sum[b+1])
		}
		return distance / n
	},
}

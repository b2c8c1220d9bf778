package perturb

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
)

// Families of noise with mean zero, for Fill. Their variances are π²/6, 1 and π²/3. The difference
// of two Gumbel variables is logistic.
const (
	Gumbel   = "gumbel"
	Normal   = "normal"
	Logistic = "logistic"
)

// Fill fills dst with independent standard noise of a family, any other name meaning Gumbel. Normal
// and logistic noise are the quantiles of [Key.Uniform]'s numbers. O(len).
func (k Key) Fill(dst []float64, family string, draw uint64) {
	if family != Normal && family != Logistic {
		k.Gumbel(dst, draw)
		return
	}
	k.Uniform(dst, draw)
	for i, u := range dst {
		if family == Normal {
			dst[i] = math.Sqrt2 * math.Erfinv(2*u-1)
		} else {
			dst[i] = elementary.Log(u) - elementary.Log(1-u)
		}
	}
}

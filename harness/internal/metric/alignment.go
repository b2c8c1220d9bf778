package metric

import (
	"github.com/spbench/spbench/harness/sp"
)

// attachment counts wrong variables by their sizes.
var attachment = &Counts{
	Width: 2,
	Add: func(dst []float64, x *Case) {
		for d, k := range x.known {
			if k == sp.Unknown {
				continue
			}
			dst[1] += x.SizeOf(d)
			if x.Labels[d] != k {
				dst[0] += x.SizeOf(d)
			}
		}
	},
	Value: func(sum []float64) float64 { return sum[0] / sum[1] },
}

// alignment is the alignment error rate (Och & Ney, A systematic comparison of various statistical
// alignment models, 2003). A label other than "none" of an assignment is a link. A certain link is
// a gold label, and Mixed is above 0 at certain and possible links; without Mixed none is only
// possible. A variable without a gold label, as a word with possible links alone, counts by its
// predicted link.
var alignment = &Counts{
	Width: 2,
	Add: func(dst []float64, x *Case) {
		if x.Structure == nil || x.Structure.Kind != sp.Assignment {
			return
		}
		for d, k := range x.truth {
			if x.Gold[d] != sp.Unknown { // revealed
				continue
			}
			if k != sp.Unknown && k != x.Structure.None {
				dst[1]++
			}
			l := x.Labels[d]
			if l == x.Structure.None {
				continue
			}
			dst[1]++
			if l == k {
				dst[0]++
			}
			if l == k || x.Mixed != nil && x.Mixed[d*x.K+int(l)] > 0 {
				dst[0]++
			}
		}
	},
	Value: func(sum []float64) float64 { return 1 - sum[0]/sum[1] },
}

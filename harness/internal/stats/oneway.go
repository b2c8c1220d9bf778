package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Between is a one-way analysis of variance by groups of the values. share is the part between
// them, ε² = 1 − MS_within/MS_total (Kelley 1935). The first mean square is about the means of the G
// groups, with J−G degrees of freedom. The other is about the mean of all J values, with J−1. So
// share is 0 on average if groups do not matter, and may be negative. p is that of the F test of
// no effect. Both are NaN with one group, with a group for each value, or if values do not vary.
// O(J·G).
func Between(values []float64, groups []string) (share, p float64) {
	names := slices.Compact(slices.Sorted(slices.Values(groups)))
	within, all := 0.0, squaresAbout(values, mean(values))
	for _, name := range names {
		var own []float64
		for i, g := range groups {
			if g == name {
				own = append(own, values[i])
			}
		}
		within += squaresAbout(own, mean(own))
	}
	between, rest := float64(len(names)-1), float64(len(values)-len(names))
	if between < 1 || rest < 1 || all == 0 {
		return math.NaN(), math.NaN()
	}
	share = 1 - within/rest*(between+rest)/all
	return share, mathext.RegIncBeta(rest/2, between/2, within/all)
}

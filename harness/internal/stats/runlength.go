package stats

import (
	"math"
	"slices"
)

// RunLengths returns, for each target, the effort at the first value, in order, at or below it. It
// is +Inf if there is none; NaN values never hit. effort and value are parallel. O(values ·
// targets).
func RunLengths(effort, value, targets []float64) []float64 {
	lengths := make([]float64, len(targets))
	for k, target := range targets {
		lengths[k] = math.Inf(1)
		if i := slices.IndexFunc(value, func(v float64) bool { return v <= target }); i >= 0 {
			lengths[k] = effort[i]
		}
	}
	return lengths
}

// ExpectedRunningTime is the mean effort to reach a target if failed runs are restarted (Price
// 1997; COCO, Hansen et al. 2021, eq. 3): the total effort, failed runs included, over the number
// of successful runs. lengths[i] is the effort at which run i reached it, +Inf if it never did, and
// spent[i] the effort spent until then. It is +Inf if no run reached the target.
func ExpectedRunningTime(lengths, spent []float64) float64 {
	total, met := 0.0, 0.0
	for i, length := range lengths {
		if math.IsInf(length, 1) {
			total += spent[i]
			continue
		}
		total += length
		met++
	}
	if met == 0 {
		return math.Inf(1)
	}
	return total / met
}

// Cumulative returns the empirical distribution of v as steps: share[i] of all v are at most x[i],
// which ascends and is finite. +Inf counts in the total, but has no step. v is not changed. O(n log
// n).
func Cumulative(v []float64) (x, share []float64) {
	sorted := slices.Sorted(slices.Values(v))
	for i, at := range sorted {
		switch last := len(x) - 1; {
		case math.IsInf(at, 1):
			return x, share
		case last >= 0 && x[last] == at:
			share[last] = float64(i+1) / float64(len(v))
		default:
			x, share = append(x, at), append(share, float64(i+1)/float64(len(v)))
		}
	}
	return x, share
}

// Targets returns n ≥ 2 targets from the easiest to the hardest, equally spaced on a logarithmic
// scale, or on a linear one if hardest ≤ 0. The first and the last are exact.
func Targets(easiest, hardest float64, n int) []float64 {
	targets := make([]float64, n)
	for k := range targets {
		at := float64(k) / float64(n-1)
		if hardest > 0 {
			targets[k] = easiest * math.Pow(hardest/easiest, at)
		} else {
			targets[k] = easiest + (hardest-easiest)*at
		}
	}
	targets[0], targets[n-1] = easiest, hardest
	return targets
}

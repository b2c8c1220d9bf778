package stats

import "math"

// PerformanceRatios returns t_ps / min_s t_ps of each problem p (rows) and solver s: of its empirical distribution over p,
// [Cumulative], is the performance profile of s (Dolan & Moré 2002). times are positive, +Inf where a problem was not solved; a problem that
// no solver solved gives +Inf for all. times is not changed. O(problems · solvers).
func PerformanceRatios(times [][]float64) [][]float64 {
	ratios := make([][]float64, len(times))
	for p, row := range times {
		best := math.Inf(1)
		for _, t := range row {
			best = min(best, t)
		}
		for _, t := range row {
			ratio := math.Inf(1)
			if !math.IsInf(t, 1) {
				ratio = t / best
			}
			ratios[p] = append(ratios[p], ratio)
		}
	}
	return ratios
}

package cluster

import (
	"slices"
	"time"
)

// taskOverhead is the time for the start of a task, and for the warning before its end.
const taskOverhead = 12 * time.Minute

// TaskTime returns the time limit of each of n tasks. costs and limits are the expected durations
// and the time limits of the fits left; a limit of 0 means none. If all costs are known, it is
// three times the cost of the longest task. Otherwise it is the sum of limits in a task, up to a
// day. It is 0, the scheduler's default, if that is more than a day or a fit has no limit.
func TaskTime(costs, limits []time.Duration, known bool, n int) time.Duration {
	switch {
	case known:
		return 3*longestTask(costs, n) + taskOverhead
	case slices.Min(limits) > 0 && longestTask(limits, n) <= 24*time.Hour:
		return longestTask(limits, n) + taskOverhead
	}
	return 0
}

// longestTask bounds the duration of the longest of n tasks. Each task starts a fit when it has
// finished one (Graham, Bounds on Multiprocessing Timing Anomalies, 1969).
func longestTask(durations []time.Duration, n int) time.Duration {
	total, longest := time.Duration(0), slices.Max(durations)
	for _, d := range durations {
		total += d
	}
	return (total-longest)/time.Duration(n) + longest
}

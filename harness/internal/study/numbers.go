package study

import "github.com/spbench/spbench/harness/internal/chart"

// percent writes a share in percent.
func percent(share float64) string { return chart.Significant(100*share, 3) + " %" }

// interval writes both ends of an interval. If one is NaN, it returns "".
func interval(low, high float64, write func(float64) string) string {
	if low != low || high != high {
		return ""
	}
	return write(low) + " … " + write(high)
}

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}

package study

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/wording"
)

// few names the first five of more than six names.
func few(names []string) string {
	const most = 5
	if rest := len(names) - most; rest > 1 {
		names = append(names[:most:most], fmt.Sprintf("%d more", rest))
	}
	return wording.And(names)
}

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

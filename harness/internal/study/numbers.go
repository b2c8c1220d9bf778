package study

import (
	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/wording"
)

// few names the first five of more than six names.
func few(names []string) string { return wording.And(wording.Most(names, 5)) }

// percent writes a share in percent.
func percent(share float64) string { return chart.Significant(100*share, 3) + " %" }

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}

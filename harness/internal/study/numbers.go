package study

import (
	"math"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
)

// percent writes a share in percent.
func percent(share float64) string { return chart.Significant(100*share, 3) + " %" }

// interval writes both ends of an interval. If one is NaN, it returns "".
func interval(low, high float64, write func(float64) string) string {
	if low != low || high != high {
		return ""
	}
	return write(low) + " … " + write(high)
}

// formatEffort writes an effort with three significant digits, and thousands as 12.3k. NaN and
// infinity are —.
func formatEffort(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "—"
	case v >= 999.5e6:
		return threeDigits(v/1e9) + "G"
	case v >= 999.5e3:
		return threeDigits(v/1e6) + "M"
	case v >= 9995:
		return threeDigits(v/1e3) + "k"
	}
	return threeDigits(v)
}

// threeDigits writes 0 ≤ v < 10⁴ with three significant digits and at most four decimals.
func threeDigits(v float64) string {
	if v >= 99.95 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	decimals := 1
	for limit := 9.995; v < limit && decimals < 4; limit /= 10 {
		decimals++
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(s, "0.") == "" {
		return "0"
	}
	return s
}

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}

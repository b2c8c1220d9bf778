package study

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/internal/report"
)

// significant writes v with so many significant digits; "" for what is not known.
func significant(v float64, digits int) string {
	if v != v {
		return ""
	}
	return strings.Replace(strconv.FormatFloat(v, 'g', digits, 64), "-", "−", -1)
}

// fixed writes v with so many decimals and never as −0; "" for what is not known.
func fixed(v float64, decimals int) string {
	if v != v {
		return ""
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", "−", 1)
}

// percent writes a share in per cent.
func percent(share float64) string { return significant(100*share, 3) + " %" }

// interval writes both ends of an interval; "" for what is not known.
func interval(low, high float64, write func(float64) string) string {
	if low != low || high != high {
		return ""
	}
	return write(low) + " … " + write(high)
}

// nameOf returns how a row is called outside of its table.
func nameOf(r *report.Row) string { return r.Label + " " + r.Output }

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

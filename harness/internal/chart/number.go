package chart

import (
	"strconv"
	"strings"
)

// Fixed formats v with a number of decimals, never as −0. NaN is "".
func Fixed(v float64, decimals int) string {
	if v != v {
		return ""
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return minus(s)
}

// Significant formats v with a number of significant digits, without trailing zeros. NaN is "".
func Significant(v float64, digits int) string {
	if v != v {
		return ""
	}
	return minus(strconv.FormatFloat(v, 'g', digits, 64))
}

// minus replaces hyphens by the minus sign, also in the exponent.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

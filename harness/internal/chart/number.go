package chart

import (
	"strconv"
	"strings"
)

// Fixed formats v with a number of decimals, never as −0. NaN is "".
func Fixed[F ~float64](v F, decimals int) string {
	if v != v {
		return ""
	}
	s := strconv.FormatFloat(float64(v), 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return minus(s)
}

// Significant formats v with a number of significant digits, without trailing zeros. NaN is "".
func Significant[F ~float64](v F, digits int) string {
	if v != v {
		return ""
	}
	return minus(strconv.FormatFloat(float64(v), 'g', digits, 64))
}

// minus replaces hyphens by the minus sign, also in the exponent.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

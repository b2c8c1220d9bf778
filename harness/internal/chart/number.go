package chart

import (
	"strconv"
	"strings"
)

// Fixed writes v with so many decimals and never as −0; "" for what is not known.
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

// Significant writes v with so many significant digits, those that are 0 at the end left out; "" for what is not
// known.
func Significant(v float64, digits int) string {
	if v != v {
		return ""
	}
	return minus(strconv.FormatFloat(v, 'g', digits, 64))
}

// minus writes a number with the sign of typography, also in its exponent.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

package study

import (
	"math"
	"strconv"
	"strings"
)

// amount writes an effort with three significant digits, thousands as 12.3k; — where there is none.
func amount(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "—"
	case v >= 999.5e6:
		return digits(v/1e9) + "G"
	case v >= 999.5e3:
		return digits(v/1e6) + "M"
	case v >= 9995:
		return digits(v/1e3) + "k"
	}
	return digits(v)
}

// digits writes v, at least 0 and below 10⁴, with three significant digits, and no more than four decimals.
func digits(v float64) string {
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

// Package wording writes numbers, lists and messages as tables, notes and pages show them.
package wording

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spbench/spbench/harness/internal/chart"
)

// Count writes a number with its noun: "1 fit", "2 fits".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// And lists names as a sentence does: "a, b and c".
func And(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Most returns the first names, and how many more there are if they are several.
func Most(names []string, most int) []string {
	if rest := len(names) - most; rest > 1 {
		return append(names[:most:most], fmt.Sprintf("%d more", rest))
	}
	return names
}

// OneLine puts a message, such as the end of a crash log, on one line of at most 200 characters. It
// drops control characters, which a terminal might obey.
func OneLine(s string) string {
	const most = 200
	control := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	runes := []rune(strings.Join(strings.FieldsFunc(s, control), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}

// Signed writes v with its sign. Zero has none.
func Signed[F ~float64](v F, decimals int) string {
	switch s := chart.Fixed(v, decimals); {
	case strings.HasPrefix(s, "−"), strings.Trim(s, "0.") == "":
		return s
	default:
		return "+" + s
	}
}

// Interval writes both ends of an interval. If one is NaN, it returns "".
func Interval(low, high float64, write func(float64) string) string {
	if low != low || high != high {
		return ""
	}
	return write(low) + " … " + write(high)
}

// Decimals returns the number of decimals, at most two, for the numbers of a column. The smallest
// positive number keeps two significant digits if it can.
func Decimals(v []float64) int {
	positive := slices.DeleteFunc(slices.Clone(v), func(x float64) bool { return !(x > 0) })
	switch {
	case len(positive) == 0 || slices.Min(positive) >= 10:
		return 0
	case slices.Min(positive) >= 1:
		return 1
	}
	return 2
}

// Grouped rounds v and writes it with commas between thousands.
func Grouped[N ~int | ~float64](v N) string {
	s := strconv.FormatFloat(math.Round(float64(v)), 'f', 0, 64)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Short writes a count in at most five characters: "9,999", then "10.0k" with three digits.
func Short(v float64) string {
	if v < 9999.5 {
		return Grouped(v)
	}
	for _, unit := range []string{"k", "M", "G"} {
		if v /= 1000; v < 999.5 {
			return chart.Significant(v, 3) + unit
		}
	}
	return fmt.Sprintf("%.0e", v*1e9)
}

// Amount writes v ≥ 0 with three significant digits, and large ones as Short does. NaN and infinity
// are —.
func Amount(v float64) string {
	switch {
	case v-v != 0:
		return "—"
	case v >= 999.5:
		return Short(v)
	}
	return chart.Significant(v, 3)
}

// Percent writes a share as a percentage without the sign: one decimal below ten, and ">1000" above
// a thousand.
func Percent[F ~float64](v F) string {
	switch v *= 100; {
	case v < 9.95:
		return chart.Fixed(v, 1)
	case v > 1000:
		return ">1000"
	}
	return Grouped(v)
}

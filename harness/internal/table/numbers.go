package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
)

// signed writes v with its sign.
func signed(v float64, digits int) string {
	switch s := chart.Fixed(v, digits); {
	case strings.HasPrefix(s, "−"), strings.Trim(s, "0.") == "":
		return s
	default:
		return "+" + s
	}
}

// decimals returns how many decimals the numbers of one column need for the
// smallest positive one to keep two significant digits, at most two.
func decimals(v []float64) int {
	positive := slices.DeleteFunc(slices.Clone(v), func(x float64) bool { return !(x > 0) })
	switch {
	case len(positive) == 0 || slices.Min(positive) >= 10:
		return 0
	case slices.Min(positive) >= 1:
		return 1
	}
	return 2
}

// grouped writes the rounded v with commas between thousands.
func grouped(v float64) string {
	s := strconv.FormatFloat(math.Round(v), 'f', 0, 64)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

var notANumber = math.NaN()

func finite(v float64) bool { return v-v == 0 }

package suite

import (
	"math"
	"strconv"
	"strings"
)

// units of memory, longest first.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
}

// size returns the bytes that a text such as "1.5 GB" names.
func size(text string) (bytes float64, ok bool) {
	for _, u := range units {
		if digits, found := strings.CutSuffix(text, u.name); found {
			v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
			return math.Round(v * u.bytes), err == nil
		}
	}
	return 0, false
}

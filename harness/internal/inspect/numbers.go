package inspect

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// numbers names families of features that are numbers, such as U03:0.71 and U03:0.72. Each number
// is a feature of its own: 0.71 is as far from 0.72 as from 9.
func numbers(names []string) (lines []string) {
	all, digits := map[string]int{}, map[string]int{}
	for _, name := range names {
		at := strings.LastIndexAny(name, ":=")
		if at < 0 {
			continue
		}
		all[name[:at]]++
		text := name[at+1:]
		_, err := strconv.ParseFloat(text, 64)
		if code := len(text) > 1 && text[0] == '0' && text[1] != '.'; err == nil && !code &&
			strings.Trim(text, "+-.0123456789eE") == "" {
			digits[name[:at]]++
		}
	}
	for _, family := range slices.Sorted(maps.Keys(digits)) {
		if n := digits[family]; n >= 20 && 10*n >= 9*all[family] {
			lines = append(lines, fmt.Sprintf("%d of the %d features %s are numbers, each a feature "+
				"of its own; hint: JSON lines (node_value) or arrays keep numbers", n, all[family],
				family))
		}
	}
	return lines
}

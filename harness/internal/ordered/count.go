package ordered

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ByCount writes names with their counts, the largest count first: "A (3), B (1), and 2 more". It
// names the first ones only.
func ByCount(counts map[string]int, most int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", name, counts[name])
	}
	if n := len(names) - most; n > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

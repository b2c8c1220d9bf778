package table

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
)

// noteResumed names the learners whose fits were interrupted and gone on with.
func (t *Table) noteResumed(entries []Entry) {
	var labels []string
	times := map[string]int{} // fits of a label
	seen := map[any]bool{}
	for i := range entries {
		e := &entries[i]
		if e.Resumed == 0 || seen[e.own()] {
			continue
		}
		seen[e.own()] = true
		times[e.Label]++
		labels = ordered.Add(labels, e.Label)
	}
	var list []string
	for _, label := range labels {
		list = append(list, fmt.Sprintf("%s (%d)", label, times[label]))
	}
	if len(list) > 0 {
		t.note("Fits that were interrupted and gone on with from a saved state: %s; the seconds are sums over their processes, what was lost left out.",
			strings.Join(list, ", "))
	}
}

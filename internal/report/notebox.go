package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/record"
)

// noteBoxes names the learners that no box kept from the labels, and says where rows of the table had different boxes.
func (t *Table) noteBoxes(entries []Entry) {
	in := map[string][]string{} // labels by box
	for i := range entries {
		if e := &entries[i]; e.Box != "" && !slices.Contains(in[e.Box], e.Label) {
			in[e.Box] = append(in[e.Box], e.Label)
		}
	}
	if open := in[record.NoBox]; len(open) > 0 {
		who := strings.Join(open, ", ")
		if len(in) == 1 {
			who = "any learner"
		}
		t.caution("Warning: no box kept %s from the files of the user who ran it, such as labels and results.", who)
	}
	if len(in) < 2 {
		return
	}
	var texts []string
	for _, b := range slices.Sorted(maps.Keys(in)) {
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(in[b], ", "), b))
	}
	t.note("Learners were kept in different boxes, and what one could read another could not: %s.", strings.Join(texts, "; "))
}

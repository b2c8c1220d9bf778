package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/record"
)

// noteBoxes names the learners that no box kept from the labels, or perhaps none did, or one that lets through what the best one
// holds, and says where rows of the table had different boxes.
func (t *Table) noteBoxes(entries []Entry) {
	in := map[string][]string{} // labels by box
	for i := range entries {
		e := &entries[i]
		if ran := e.Outcome.Good() || e.Box != ""; ran && !slices.Contains(in[e.Box], e.Label) {
			in[e.Box] = append(in[e.Box], e.Label)
		}
	}
	who := func(box, all string) string {
		if len(in) == 1 {
			return all
		}
		return strings.Join(in[box], ", ")
	}
	if len(in[record.NoBox]) > 0 {
		t.caution("Warning: no box kept %s from the files of the user who ran it, such as labels and results. Where one works, `-results` with another folder fits again in it; `box:` alone fits nothing again.", who(record.NoBox, "any learner"))
	}
	if len(in[""]) > 0 {
		t.note("It is not recorded whether a box kept %s from labels and results.", who("", "any learner"))
	}
	var texts []string
	for _, box := range slices.Sorted(maps.Keys(in)) {
		switch {
		case box == "":
			continue
		case strings.Contains(box, "open to"):
			t.caution("Warning: the box of %s was %s; docs/containment.md says what that means.", who(box, "all learners"), box)
		case box != record.NoBox && box != record.BestBox && len(in) == 1:
			t.note("Learners were kept in the box %s, which hides less than %s does.", box, record.BestBox)
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(in[box], ", "), box))
	}
	if len(texts) > 1 {
		t.note("Learners were kept in different boxes, and what one could read another could not: %s.", strings.Join(texts, "; "))
	}
}

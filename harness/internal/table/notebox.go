package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
)

// noteBoxes names the learners that no box kept from the labels, or perhaps none did, or one that lets through what the best one
// holds, and says where rows of the table had different boxes.
func (t *Table) noteBoxes(entries []Entry) {
	in := map[string][]string{} // labels by box
	for i := range entries {
		e := &entries[i]
		if box := weakest(e.Box); e.Outcome.Good() || box != "" {
			in[box] = ordered.Add(in[box], e.Label)
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

// weakest returns which of the boxes that a fit went through, each after an interruption, held least.
func weakest(boxes string) string {
	strength := func(box string) int {
		switch {
		case box == record.NoBox:
			return 0
		case strings.Contains(box, "open to"):
			return 1
		case box != record.BestBox:
			return 2
		}
		return 3
	}
	return slices.MinFunc(strings.Split(boxes, record.ThenOn), func(a, b string) int { return cmp.Compare(strength(a), strength(b)) })
}

package notes

import (
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// shareFits reports whether fits of two learners at the same places have the same weights, and none
// has other weights.
func shareFits(t *table.Table, a, b string) (shared bool) {
	weights := map[string]map[record.Place]string{a: {}, b: {}}
	for i := range t.Entries {
		e := &t.Entries[i]
		place := e.Place()
		place.Label = ""
		if of := weights[e.Label]; of != nil && e.Weights != "" {
			of[place] = e.Weights
		}
	}
	for place, is := range weights[b] {
		if of, both := weights[a][place]; both && of != is {
			return false
		} else if both {
			shared = true
		}
	}
	return shared
}

// sharedFits lists the labels of equal learners with the same fits. Earlier builds do not count.
func sharedFits(t *table.Table) []Note {
	seen := map[string]bool{}
	same := func(a, b *suite.Learner) bool {
		return b.Label != table.Before(a.Label) && a.Equals(b) && shareFits(t, a.Label, b.Label)
	}
	var groups []string
	learners := t.Suite.Learners
	for i := range learners {
		a := &learners[i]
		labels := []string{a.Label}
		for j := range learners[i+1:] {
			if b := &learners[i+1+j]; !seen[a.Label] && same(a, b) {
				labels = append(labels, b.Label)
				seen[b.Label] = true
			}
		}
		if len(labels) > 1 {
			groups = append(groups, wording.And(labels))
		}
	}
	if len(groups) == 0 {
		return nil
	}
	return note("Equal parameters, so these labels share their fits: %s.",
		strings.Join(groups, "; "))
}

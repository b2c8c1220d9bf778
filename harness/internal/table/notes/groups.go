package notes

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// groups names the datasets with groups of test instances. It counts the groups of a test set, and
// those of them in its training set; of several splits on the first.
func groups(t *table.Table) []Note {
	var datasets, names []string
	for i := range t.Entries {
		e, before := &t.Entries[i], len(datasets)
		if datasets = ordered.Add(datasets, e.Dataset); len(datasets) > before && e.TestGroups > 0 {
			names = append(names, fmt.Sprintf("%s (%s in a test set, %d of them in its training set too)",
				e.Dataset, e.GroupWords(e.TestGroups), e.LearnedGroups))
		}
	}
	return list("± and tests count test instances of a group as one: %s.", names)
}

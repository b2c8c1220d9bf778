package notes

import (
	"cmp"
	"fmt"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// groups names the datasets with groups of test instances, and groups that were trained on.
func groups(t *table.Table) []Note {
	var datasets, texts []string
	for i := range t.Entries {
		e, before := &t.Entries[i], len(datasets)
		if datasets = ordered.Add(datasets, e.Dataset); len(datasets) == before || e.TestGroups == 0 {
			continue
		}
		text := cmp.Or(e.GroupName, "group")
		if e.LearnedGroups > 0 {
			text += fmt.Sprintf(", %d of %d trained on", e.LearnedGroups, e.TestGroups)
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", e.Dataset, text))
	}
	return list("± and tests count a group as one instance: %s.", texts)
}

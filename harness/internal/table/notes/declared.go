package notes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// declared lists what was declared before and after fits of these learners on these data.
func declared(t *table.Table) (all []Note) {
	var groups ordered.Groups[string]
	for _, what := range slices.Sorted(maps.Keys(t.Declared)) {
		when := t.Declared[what]
		if !strings.Contains(when, "after") {
			what, _, _ = strings.Cut(what, " ")
		}
		groups.Add(when, what)
	}
	for when, what := range groups.All() {
		all = append(all, Note{fmt.Sprintf("%s of these learners on these data: %s.", when,
			strings.Join(what, ", ")), strings.Contains(when, "after")})
	}
	return all
}

package notes

import (
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// declared lists what was declared after fits of these learners on these data or, if not late,
// before.
func declared(late bool) func(t *table.Table) []Note {
	return func(t *table.Table) (all []Note) {
		var groups ordered.Groups[string]
		for _, what := range slices.Sorted(maps.Keys(t.Declared)) {
			when, before := strings.CutSuffix(t.Declared[what], "after 0 fits")
			if before {
				what, _, _ = strings.Cut(what, " ")
				when += "before any known fit"
			}
			if before != late {
				groups.Add(when, what)
			}
		}
		for when, what := range groups.All() {
			all = append(all, note("%s of these learners on these data: %s.", when,
				strings.Join(what, ", "))...)
		}
		return all
	}
}

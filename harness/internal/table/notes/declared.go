package notes

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// declared lists what the suite declared, by when it did. Short notes have what was declared after a
// look, with its value, and what has no record at all.
func declared(level table.NoteLevel) func(t *table.Table) []Note {
	return func(t *table.Table) (all []Note) {
		type entry struct{ when, what string }
		var datasets ordered.Groups[entry]
		late := map[string]bool{} // by when
		for _, d := range t.Declared {
			is, e := table.Short, entry{d.When, d.What}
			counted, before := strings.CutPrefix(d.When, "Declared after 0 ")
			if before {
				e.when = "Declared before any known " + singular(counted)
			}
			if before || d.Unknown {
				is = table.Full
			}
			if late[e.when] = !before && strings.Contains(e.when, " after "); !late[e.when] {
				e.what, _, _ = strings.Cut(e.what, " ")
			}
			if is == level {
				datasets.Add(e, d.Dataset)
			}
		}
		var items ordered.Groups[string]
		for e, names := range datasets.All() {
			if late[e.when] && !slices.Contains(names, "") {
				e.what += on(t, names)
			}
			items.Add(e.when, e.what)
		}
		for when, what := range items.All() {
			separator := ", "
			if late[when] {
				separator = "; "
			}
			all = append(all, note("%s: %s.", when, strings.Join(what, separator))...)
		}
		return all
	}
}

// singular writes "fits of …" or "scored rows of …" for one of them.
func singular(counted string) string {
	return strings.NewReplacer("fits", "fit", "rows", "row").Replace(counted)
}

package notes

import (
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// declared lists the declarations before any look at the data. If late, it lists the
// others. Values follow what was declared or left out after a look.
func declared(late bool) func(t *table.Table) []Note {
	type entry struct{ when, kind, value, on string }
	return func(t *table.Table) (all []Note) {
		var datasets, values ordered.Groups[entry]
		for _, d := range t.Declared {
			e := entry{when: d.When}
			e.kind, e.value, _ = strings.Cut(d.What, " ")
			counted, before := strings.CutPrefix(e.when, "Declared after 0 ")
			if before { // one of the fits or scored rows
				e.when = "Declared before any known " + strings.Replace(counted, "s ", " ", 1)
			}
			if !strings.Contains(e.when, " after ") {
				e.value = ""
			}
			if before != late {
				datasets.Add(e, d.Dataset)
			}
		}
		for e, names := range datasets.All() {
			value := e.value
			if e.value = ""; value != "" && e.kind != "datasets" && e.kind != "claim" {
				e.on = on(t, names)
			}
			values.Add(e, value)
		}
		var items ordered.Groups[string]
		for e, list := range values.All() {
			items.Add(e.when, strings.TrimSpace(e.kind+" "+joined(wording.Most(list, mostNamed)))+e.on)
		}
		for when, what := range items.All() {
			all = append(all, note("%s: %s.", when, strings.Join(what, "; "))...)
		}
		return all
	}
}

// mostNamed is the largest number of names of one kind, such as rows.
const mostNamed = 6

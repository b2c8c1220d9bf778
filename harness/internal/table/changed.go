package table

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/wording"
)

// warnings returns in which way the content of a dataset is not the published one.
func (g *grouping) warnings(dataset string) (all []string) {
	for _, e := range g.of(dataset) {
		for _, w := range e.DataWarnings {
			all = ordered.Add(all, w)
		}
	}
	return all
}

// changed reports whether our data of that name are not the published ones.
func (t *Table) changed(dataset string) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Dataset == dataset && len(c.DataWarnings) > 0 })
}

// noteData says, before anything else, which data are not the published ones, once
// for all datasets that share the reason.
func (t *Table) noteData() {
	var datasets ordered.Groups[string] // by warning
	for _, c := range t.Columns {
		for _, w := range c.DataWarnings {
			datasets.Add(wording.OneLine(w), c.Dataset)
		}
	}
	for w, where := range datasets.All() {
		t.caution("Warning (data of %s): %s.", strings.Join(where, ", "), strings.TrimSuffix(w, "."))
	}
}

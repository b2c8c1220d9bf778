package report

import (
	"slices"
	"strings"
)

// warnings returns in which way the content of a dataset is not the published one.
func (g *grouping) warnings(dataset string) (all []string) {
	for _, e := range g.of(dataset) {
		for _, w := range e.DataWarnings {
			if !slices.Contains(all, w) {
				all = append(all, w)
			}
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
	var texts []string
	where := map[string][]string{} // datasets, by text
	for _, c := range t.Columns {
		for _, w := range c.DataWarnings {
			w = oneLine(w)
			if where[w] == nil {
				texts = append(texts, w)
			}
			if !slices.Contains(where[w], c.Dataset) {
				where[w] = append(where[w], c.Dataset)
			}
		}
	}
	for _, w := range texts {
		t.caution("Warning (data of %s): %s.", strings.Join(where[w], ", "), strings.TrimSuffix(w, "."))
	}
}

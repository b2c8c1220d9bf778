package notes

import (
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// sensitive lists the rows whose difference from the leading row depends on a decoder.
func sensitive(t *table.Table) (all []Note) {
	var rows ordered.Groups[string] // by decoder
	for _, c := range t.Conclusions {
		a, b := &t.Rows[c.A], &t.Rows[c.B]
		if lead := &b.Cells[c.Column]; lead.Best || lead.Control {
			a, b = b, a
		}
		lead := &a.Cells[c.Column]
		for _, choice := range c.Depends {
			if strings.HasPrefix(choice, "decoder ") && (lead.Best || lead.Control) {
				rows.Add(choice, b.Name()+" on "+t.Columns[c.Column].Dataset)
			}
		}
	}
	for choice, names := range rows.All() {
		all = append(all, note("With %s the difference from the best row, or the control, is another: "+
			"%s (-section sensitivity).", choice, strings.Join(names, ", "))...)
	}
	return all
}

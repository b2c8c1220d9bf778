package suite

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A Panel says which place a dataset has among those made by its item's key "grid".
type Panel struct {
	Name    string   `json:"name"`    // the label of the item
	Factors []string `json:"factors"` // names of the arguments in the grid
	Values  []string `json:"values"`  // parallel to Factors: those of this dataset
}

// expandGrids replaces each dataset with a grid by a dataset for each combination of its values,
// the last one varying fastest.
func expandGrids(r *reader, things []thing[datasetKeys]) (all []thing[datasetKeys]) {
	for _, t := range things {
		g, ok := readGrid(r, t.own.Grid)
		for _, f := range t.own.Grid {
			if slices.ContainsFunc(t.args, func(a field) bool { return a.Name == f.Name }) {
				r.Fail(f.At, "", "%s stands beside the grid, too", yamltree.Quote(f.Name))
				ok = false
			}
		}
		switch {
		case !ok:
		case len(g) == 0:
			all = append(all, t)
		case g.size() > maxRows:
			r.Fail(t.Pos, "", "this grid has more than %d datasets", maxRows)
		default:
			for _, p := range g.points(g.others(nil)) {
				one := t
				one.own.panel = &Panel{Name: t.Label}
				for _, d := range p {
					one.args = append(slices.Clone(one.args), d.field)
					one.own.panel.Factors = append(one.own.panel.Factors, d.field.Name)
					one.own.panel.Values = append(one.own.panel.Values, d.field.Value.Spell())
				}
				one.Args = yamltree.Object(one.args)
				one.Label += p.suffix()
				all = append(all, one)
			}
		}
	}
	return all
}

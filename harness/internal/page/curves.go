package page

import (
	"html/template"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/table/figure"
)

// curves are the curves of one dataset.
type curves struct {
	Dataset string
	Charts  []template.HTML
	Caption []string
}

// newCurves draws the curves of a run, by dataset. If there are none, none is the reason.
func newCurves(r *Run) (all []*curves, none string, err error) {
	byDataset, err := figure.NewCurves(r.Suite.Name, r.Entries, r.Loss)
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "figure: "), nil
	}
	for _, c := range byDataset {
		drawn := &curves{Dataset: c.Dataset}
		all = append(all, drawn)
		figure, err := c.Figure([]string{"objective", "gap", "loss"},
			[]string{"passes", "calls", "seconds"})
		if err != nil {
			drawn.Caption = []string{strings.TrimPrefix(err.Error(), "figure: ")}
			continue
		}
		drawn.Caption = slices.Clone(figure.Caption())
		for _, m := range figure.Missing {
			drawn.Caption = append(drawn.Caption, "Not drawn: "+m+".")
		}
		if drawn.Charts, err = draw(slices.Concat(figure.Charts()...)); err != nil {
			return nil, "", err
		}
	}
	return all, "", nil
}

package page

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// curves are the curves of one dataset: a row of charts for each quantity.
type curves struct {
	Dataset string
	Legend  []legendEntry
	Rows    []drawing
	Caption []string
}

// newCurves draws the curves of a run, by dataset. If there are none, none is the reason.
func newCurves(r *Run) (all []*curves, none string, err error) {
	byDataset, err := figure.NewCurves(r.Suite.Name, r.Entries, r.Fits, r.Loss)
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "figure: "), nil
	}
	for _, c := range byDataset {
		figure, err := c.Figure([]string{"objective", "gap", "loss"},
			[]string{"passes", "calls", "seconds"})
		if err != nil {
			all = append(all, &curves{Dataset: c.Dataset,
				Caption: []string{strings.TrimPrefix(err.Error(), "figure: ")}})
			continue
		}
		drawn := &curves{Dataset: c.Dataset, Caption: slices.Clone(figure.Caption())}
		for _, m := range figure.Missing {
			drawn.Caption = append(drawn.Caption, "Not drawn: "+m+".")
		}
		for _, row := range figure.Charts() {
			charts, err := draw(row)
			if err != nil {
				return nil, "", err
			}
			drawn.Rows = append(drawn.Rows, charts)
			for _, entry := range charts.Legend {
				drawn.Legend = ordered.Add(drawn.Legend, entry)
			}
		}
		all = append(all, drawn)
	}
	return all, "", nil
}

package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// curves are the curves of one dataset: a row of charts for each quantity.
type curves struct {
	Dataset string
	Legend  []legendEntry
	Rows    [][]template.HTML
	Caption []string
}

// A legendEntry is a learner with its line.
type legendEntry struct {
	Label string
	Line  template.HTML
}

// newCurves draws the curves of a run, by dataset. If there are none, none is the reason.
func newCurves(r *Run) (all []*curves, none string, err error) {
	byDataset, err := figure.NewCurves(r.Suite.Name, r.Entries, r.Fits, r.Metrics[0])
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
		for _, label := range figure.Labels() {
			drawn.Legend = append(drawn.Legend, legendEntry{label, swatch(figure.Style(label))})
		}
		for _, row := range figure.Charts() {
			charts, err := draw(row)
			if err != nil {
				return nil, "", err
			}
			drawn.Rows = append(drawn.Rows, charts)
		}
		all = append(all, drawn)
	}
	return all, "", nil
}

// swatch draws a line of a style for a legend.
func swatch(s chart.Style) template.HTML {
	var dashes []string
	for _, d := range s.Dashes {
		dashes = append(dashes, fmt.Sprintf("%g", d.Points()))
	}
	return template.HTML(fmt.Sprintf(`<svg class="swatch" width="34" height="8" aria-hidden="true"><line x1="0" x2="34" y1="4" y2="4" stroke="#%02x%02x%02x" stroke-width="2.5" stroke-dasharray="%s"/></svg>`,
		s.Color.R, s.Color.G, s.Color.B, strings.Join(dashes, " ")))
}

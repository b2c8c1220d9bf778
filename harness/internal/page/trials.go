package page

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// trials are the trials of tuning on one dataset: a row per candidate, a column per fit.
type trials struct {
	Dataset  string
	Metric   string     // metric of the trials, with its unit
	Grid     *grid.Grid // bold: chosen candidate of the fit
	Extended bool       // has candidates of later rounds
}

// newTrials returns the trials of the fits by dataset. of returns the metric of a dataset.
func newTrials(fits []*record.Fit, of func(dataset string) table.Metric) (all []trials) {
	for from := 0; from < len(fits); {
		to := from
		for to < len(fits) && fits[to].Dataset == fits[from].Dataset {
			to++
		}
		if t := trialsOf(fits[from:to], of(fits[from].Dataset)); len(t.Grid.Rows) > 0 {
			all = append(all, t)
		}
		from = to
	}
	return all
}

func trialsOf(fits []*record.Fit, m table.Metric) trials {
	t := trials{Dataset: fits[0].Dataset, Metric: m.Heading(), Grid: grid.New("candidate")}
	t.Grid.Title = "Trials of " + fits[0].Label + " on " + t.Dataset
	var candidates []string
	for _, f := range fits {
		t.Grid.Numbers(fmt.Sprintf("split %d seed %s", f.Split, f.Seed))
		for _, trial := range f.Trials {
			text := string(trial.Params)
			if !slices.Contains(candidates, text) {
				candidates = append(candidates, text)
				t.Grid.Add(append([]string{text}, slices.Repeat([]string{""}, len(fits))...)...)
			}
		}
	}
	for c, f := range fits {
		for _, trial := range f.Trials {
			cell := &t.Grid.Rows[slices.Index(candidates, string(trial.Params))][c+1]
			if cell.Text != "" { // tried in an earlier round too
				continue
			}
			cell.Text = measured(float64(trial.Loss), m)
			if !trial.Outcome.Good() {
				cell.Text = string(trial.Outcome.Kind)
			}
			if trial.Round > 0 {
				cell.Text += fmt.Sprintf(" (round %d)", trial.Round)
				t.Extended = true
			}
			cell.Bold = string(trial.Params) == string(f.Params)
		}
	}
	return t
}

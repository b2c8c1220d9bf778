package page

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/study"
)

// trials are those of tuning on one dataset: a line for each candidate, a column for each fit.
type trials struct {
	Dataset  string
	Metric   string // that candidates were compared by, with its unit
	Grid     *study.Grid
	Chosen   map[[2]int]bool // line and column of what a fit was made with
	Extended bool            // by candidates of later rounds
}

// newTrials returns the trials of the fits by dataset, none where nothing was tuned, scored by the metric.
func newTrials(fits []*record.Fit, m report.Metric) (all []trials) {
	for from := 0; from < len(fits); {
		to := from
		for to < len(fits) && fits[to].Dataset == fits[from].Dataset {
			to++
		}
		if t := trialsOf(fits[from:to], m); len(t.Grid.Rows) > 0 {
			all = append(all, t)
		}
		from = to
	}
	return all
}

func trialsOf(fits []*record.Fit, m report.Metric) trials {
	t := trials{Dataset: fits[0].Dataset, Metric: headed(m), Chosen: map[[2]int]bool{}, Grid: &study.Grid{Left: 1, Head: []string{"candidate"}}}
	var candidates []string
	for _, f := range fits {
		t.Grid.Head = append(t.Grid.Head, fmt.Sprintf("split %d seed %s", f.Split, f.Seed))
		for _, trial := range f.Trials {
			text := string(trial.Params)
			if !slices.Contains(candidates, text) {
				candidates = append(candidates, text)
				t.Grid.Rows = append(t.Grid.Rows, append([]string{text}, slices.Repeat([]string{""}, len(fits))...))
			}
		}
	}
	for c, f := range fits {
		for _, trial := range f.Trials {
			at := slices.Index(candidates, string(trial.Params))
			if t.Grid.Rows[at][c+1] != "" { // tried in an earlier round too
				continue
			}
			text := measured(float64(trial.Loss), m)
			if !trial.Outcome.Good() {
				text = string(trial.Outcome.Kind)
			}
			if trial.Round > 0 {
				text += fmt.Sprintf(" (round %d)", trial.Round)
				t.Extended = true
			}
			t.Grid.Rows[at][c+1] = text
			if string(trial.Params) == string(f.Params) {
				t.Chosen[[2]int{at, c + 1}] = true
			}
		}
	}
	return t
}

// Made reports whether a fit was made with the candidate of a line.
func (t trials) Made(line, column int) bool { return t.Chosen[[2]int{line, column}] }

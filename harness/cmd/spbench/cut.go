package main

import (
	"errors"
	"reflect"

	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// cutFlags choose rows, columns and style of a table.
type cutFlags struct {
	Datasets []string `placeholder:"LABEL" help:"Show these datasets, in this order. Tests are always those of the whole table."`
	Learners []string `placeholder:"LABEL" help:"Show the rows of these learners, in this order."`
	Decoders []string `placeholder:"LABEL" help:"Show the rows of these decoders, in this order."`
	Metrics  []string `placeholder:"NAME" help:"Show these metrics, in this order."`

	Columns   []string `placeholder:"NAME" help:"Show these columns, in this order: decoder, results, delta (difference from the best, with its interval), published, parameters, cpu, tune, candidates, passes, calls, gap, converged, choice; default: all but delta and parameters, in latex without effort."`
	NoEffort  bool     `help:"Hide the columns of effort: cpu, tune, candidates, passes, calls, gap, converged, choice."`
	Transpose bool     `help:"Swap rows and columns: a line for each dataset and metric."`
	Notes     string   `placeholder:"KIND" help:"full, short (only what prevents misreading) or none; default: short as text, otherwise full."`
	Caption   string   `placeholder:"TEXT" help:"Replace the caption: name and description of the suite."`
	Label     string   `placeholder:"NAME" help:"LaTeX label of the table; default: tab: and the name of the suite."`
}

// show returns the chosen rows and columns.
func (f *cutFlags) show() table.Selection {
	return table.Selection{Datasets: f.Datasets, Learners: f.Learners, Decoders: f.Decoders,
		Metrics: f.Metrics}
}

// style returns the style.
func (f *cutFlags) style(t *terminal) layout.Style {
	return layout.Style{
		Width: t.width, Columns: f.Columns, NoEffort: f.NoEffort, Transpose: f.Transpose,
		Notes: f.Notes, Caption: f.Caption, Label: f.Label,
	}
}

// refuse returns an error if a flag is set that these sections do not obey.
func (f cutFlags) refuse(sections []string) error {
	if len(sections) == 1 && sections[0] == "labels" { // which tests nothing
		f.Datasets, f.Learners, f.Decoders = nil, nil, nil
	}
	if reflect.ValueOf(f).IsZero() {
		return nil
	}
	return errors.New("-section covers the whole table: it cannot be used with flags that choose " +
		"rows or columns (but labels with -datasets, -learners, -decoders)")
}

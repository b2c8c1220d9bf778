package main

import (
	"errors"
	"reflect"

	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// cutFlags cut a table to what is asked for.
type cutFlags struct {
	Datasets []string `placeholder:"LABEL,…" help:"Show these datasets, in this order. What is shown changes no p: tests are those of the whole table."`
	Learners []string `placeholder:"LABEL,…" help:"Show the rows of these learners, in this order."`
	Decoders []string `placeholder:"LABEL,…" help:"Show the rows of these decoders, in this order."`
	Metrics  []string `placeholder:"NAME,…" help:"Show these metrics, in this order."`

	Columns   []string `placeholder:"NAME,…" help:"Show these columns, in this order: decoder, results, published, cpu, tune, passes, calls, gap; default: all, in latex without those of effort, which are the last five."`
	NoEffort  bool     `help:"Show no columns of effort."`
	Transpose bool     `help:"A line for each dataset and metric, a column for each row."`
	Notes     string   `placeholder:"KIND" help:"full: all that a reader must know; short: what misleads otherwise, in fewer lines than the table has; none. Default: short on a terminal, else full."`
	Caption   string   `placeholder:"TEXT" help:"In place of the suite's name and what it is about."`
	Label     string   `placeholder:"NAME" help:"Of latex: what refers to the table; default: tab: and the suite's name."`
}

// show is what of the run is shown.
func (f *cutFlags) show() table.Selection {
	return table.Selection{Datasets: f.Datasets, Learners: f.Learners, Decoders: f.Decoders, Metrics: f.Metrics}
}

// style is how it is written in that format.
func (f *cutFlags) style(t *terminal, format string) layout.Style {
	s := layout.Style{
		Terminal: t.bold, Columns: f.Columns, NoEffort: f.NoEffort, Transpose: f.Transpose, Notes: f.Notes, Caption: f.Caption, Label: f.Label,
	}
	if s.Notes == "" && t.screen && format == "text" {
		s.Notes = "short"
	}
	return s
}

// refuse is an error where the table is cut.
func (f *cutFlags) refuse() error {
	if reflect.ValueOf(*f).IsZero() {
		return nil
	}
	return errors.New("-section covers the whole table: it cannot be used with flags that choose rows or columns")
}

package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
)

// tableCommand prints the table of a run folder.
type tableCommand struct {
	Run_     string       `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
	Format   string       `enum:"${formats}" default:"text" help:"One of ${formats}."`
	Digits   int          `placeholder:"N" help:"Decimals of the results; default: 1 for percentages, else 3."`
	With     string       `placeholder:"RUN" help:"Also the rows that another build, of a learner or of spbench, did in that run folder, each beside its row as LABEL (before); the same folder: those of before run -rerun."`
	Cut      cutFlags     `embed:""`
	Sections sectionFlags `embed:""`
}

func (c *tableCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Run_)
	if err != nil {
		return err
	}
	if c.Digits < 0 {
		return fmt.Errorf("-digits is %d, must be at least 1", c.Digits)
	}
	if c.Sections.All && len(c.Sections.Section) == 0 {
		return errors.New("-all needs -section NAME")
	}
	show, style := c.Cut.show(), c.Cut.style(t, c.Format)
	if len(c.Sections.Section) == 0 {
		return printTable(t, dir, c.With, c.Format, c.Digits, show, style)
	}
	if err := c.Cut.refuse(); err != nil {
		return err
	}
	runs, err := readStudy(t, dir, c.With, c.Digits, show)
	if err != nil {
		return err
	}
	return c.Sections.print(t, runs, c.Format)
}

// printTable prints the table of the run in dir, or what is shown of it; with is another run with earlier builds, "" for none; digits 0
// means the usual ones. It reads statistics row by row and holds no more of them in memory.
func printTable(t *terminal, dir, with, format string, digits int, show table.Show, style table.Style) error {
	cells := table.NewCells(dir)
	runs, err := readTable(t, dir, with, digits, show, cells)
	if err != nil {
		return err
	}
	cells.Keep()
	return runs.Table.Write(t.out, format, style)
}

// readStudy makes the table of the run in dir, with what it is made from; with is as of printTable.
func readStudy(t *terminal, dir, with string, digits int, show table.Show) (*study.Run, error) {
	return readTable(t, dir, with, digits, show, nil)
}

// readTable is readStudy. If cells are given, they read the statistics, and entries have none.
func readTable(t *terminal, dir, with string, digits int, show table.Show, cells *table.Cells) (r *study.Run, err error) {
	var plan *run.Written
	var fits []record.Fit
	switch {
	case with != "":
		plan, fits, err = beside(t, dir, with)
	case cells != nil:
		plan, fits, err = readScores(t, dir, record.ReadIDs, record.DropCurve)
	default:
		plan, fits, err = readScores(t, dir, record.ReadStatistics)
	}
	if err != nil {
		return nil, err
	}
	r = &study.Run{Suite: plan.Suite, Fits: fits}
	if r.Entries, err = table.FromRecords(entriesOf(plan), fits); err != nil {
		return nil, err
	}
	if r.Metrics, err = metricsOf(plan); err != nil {
		return nil, err
	}
	published, from, err := publishedOf(dir, plan.Suite)
	if err != nil {
		return nil, err
	}
	title := plan.Suite.Name
	if plan.Suite.Quick {
		title, published = "A quick look, no result: "+title, nil
	}
	if plan.Suite.About != "" {
		title += ": " + plan.Suite.About
	}
	r.Table, err = table.Build(title, r.Entries, table.Options{
		Metrics: r.Metrics, Digits: digits, Published: published, From: from, Suite: plan.Suite, Show: show, Cells: cells,
	})
	return r, err
}

// entriesOf returns what was planned, in the order of the table.
func entriesOf(plan *run.Written) []table.Entry {
	rows := 0
	for i := range plan.Suite.Learners {
		rows += len(plan.Suite.Learners[i].Decoders)
	}
	entries := make([]table.Entry, 0, rows*len(plan.Repeats))
	for i := range plan.Suite.Learners {
		l := &plan.Suite.Learners[i]
		for j := range l.Decoders {
			for k := range plan.Repeats {
				entries = append(entries, entryOf(plan, &plan.Repeats[k], l.Label, l.Decoders[j].Label))
			}
		}
	}
	return entries
}

// entryOf returns what was planned of a decoder of a learner.
func entryOf(plan *run.Written, r *run.Repeat, learner, decoder string) table.Entry {
	of := func(overlaps map[string]float64) float64 {
		if overlap, ok := overlaps[r.Dataset]; ok {
			return overlap
		}
		return math.NaN()
	}
	return table.Entry{
		Dataset: r.Dataset, Split: r.Split, Seed: r.Seed, Label: learner, Decoder: decoder,
		Train: r.Train, Boxes: r.Boxes, Partial: r.Partial, Test: r.Test, Variables: r.Variables, Copies: r.Copies,
		Training: r.Training, Overlap: of(plan.Overlap), TestOverlap: of(plan.TestOverlap), DataWarnings: plan.Warnings[r.Dataset],
	}
}

// metricsOf returns the suite's metrics as the report wants them.
func metricsOf(plan *run.Written) ([]table.Metric, error) {
	var metrics []table.Metric
	for _, spec := range plan.Suite.Metrics {
		m, err := metric.New(spec.Name, spec.Args, nil)
		if err != nil {
			return nil, err
		}
		r := table.Metric{Name: spec.Label, Args: spec.Name + string(spec.Args), Doc: m.Doc, Percent: m.Percent, Micro: m.Micro, Higher: m.Higher}
		if m.Counts != nil {
			r.Value = m.Counts.Value
		}
		metrics = append(metrics, r)
	}
	return metrics, nil
}

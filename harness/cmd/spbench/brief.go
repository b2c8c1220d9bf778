package main

import (
	"fmt"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
)

// A briefRun is a run as its index has it, without what only studies and figures show; statistics are read as sums alone.
type briefRun struct {
	dir   string
	plan  *bench.Written // with the metrics that were added
	index *record.Index
	stubs []record.Stub
	sums  *report.Sums
	fit   func(*record.Stub) (*record.Fit, error) // may be called concurrently
}

// readBrief reads plan and index of a run folder; warnings go to t.err.
func readBrief(t *terminal, dir string) (*briefRun, error) {
	index, err := record.OpenIndex(dir)
	if err != nil {
		return nil, err
	}
	for _, w := range index.Warnings() {
		fmt.Fprintln(t.err, "warning:", w)
	}
	return briefOf(dir, index)
}

// briefOf is the run in a folder, of which the index has been read.
func briefOf(dir string, index *record.Index) (*briefRun, error) {
	text, err := record.Plan(dir)
	if err != nil {
		return nil, err
	}
	plan, err := bench.ReadPlan(text)
	if err != nil {
		return nil, err
	}
	r := &briefRun{dir: dir, index: index, stubs: index.Stubs(), sums: report.NewSums(dir)}
	r.plan = plan.Measured(report.Standing(r.stubs))
	forget, lists := r.plan.Forgetter(), record.NewLists(dir)
	r.fit = func(s *record.Stub) (*record.Fit, error) {
		f := index.Fit(s)
		forget(f)
		return f, lists.Read(f)
	}
	return r, nil
}

// entries returns the rows of the table of the run.
func (r *briefRun) entries() ([]report.Entry, error) {
	entries := entriesOf(r.plan)
	for i := range entries {
		entries[i].Sums = r.sums
	}
	return entries, report.FillEntries(entries, r.stubs, r.fit)
}

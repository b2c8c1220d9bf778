package report

import (
	"fmt"

	"github.com/spbench/spbench/harness/record"
)

// FromRecords fills the planned entries, of which the fields up to Variables are
// set, with what the records say, and returns them in the order of the plan. An
// entry without a record stays not run. Records that were not planned are left
// out; of several for one entry the last appended counts. Neither argument is
// changed.
func FromRecords(plan []Entry, fits []record.Fit) ([]Entry, error) {
	type place struct {
		dataset, label string
		split          int
		seed           uint64
	}
	at := map[place]*record.Fit{}
	for i := range fits {
		f := &fits[i]
		p := place{f.Dataset, f.Label, f.Split, f.Seed}
		if old := at[p]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
			at[p] = f
		}
	}
	hash := map[string]string{} // of the content, by dataset
	entries := make([]Entry, len(plan))
	for i, e := range plan {
		if f := at[place{e.Dataset, e.Label, e.Split, e.Seed}]; f != nil {
			if old, ok := hash[e.Dataset]; ok && old != f.DatasetHash {
				return nil, fmt.Errorf("report: %s: %s was fitted to other data (%.8s) than the rows before it (%.8s): they cannot be in one table; run the suite again",
					e.Dataset, e.Label, f.DatasetHash, old)
			}
			hash[e.Dataset] = f.DatasetHash
			fill(&e, f)
		}
		entries[i] = e
	}
	return entries, nil
}

func fill(e *Entry, f *record.Fit) {
	e.Outcome = f.Outcome
	e.Seconds, e.CPUSeconds = float64(f.Times.Fit.Wall), float64(f.Times.Fit.CPU)
	e.Passes, e.Calls = float64(f.Passes), f.Counts
	e.Beside, e.Warnings = f.Times.Beside, f.Warnings
	if !f.Outcome.Good() {
		return
	}
	row := rowOf(f, e.Output)
	if row == nil {
		e.Outcome = record.Outcome{}
		return
	}
	if row.Outcome.Kind != record.OK {
		e.Outcome = row.Outcome
	}
	e.Metrics = make(map[string]float64, len(row.Metrics))
	for name, v := range row.Metrics {
		e.Metrics[name] = float64(v)
	}
	e.Reasons, e.Instances = row.Reasons, row.Instances
}

// rowOf returns the row of f with that label, which defaults to the decoder's
// name; nil if there is none.
func rowOf(f *record.Fit, output string) *record.Row {
	for i := range f.Rows {
		r := &f.Rows[i]
		if r.Label == output || r.Label == "" && r.Output == output {
			return r
		}
	}
	return nil
}

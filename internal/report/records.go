package report

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/record"
)

// FromRecords fills the planned entries, of which the fields up to DataWarnings are
// set, with what the records say, and returns them in the order of the plan. An
// entry without a record stays not run, as does one whose record was scored by other
// sources than the last one. Records that were not planned are left out; of several
// for one entry the last appended counts. Neither argument is changed.
func FromRecords(plan []Entry, fits []record.Fit) ([]Entry, error) {
	at, stale := lastFits(fits)
	last := newLatest(at)
	hash := map[string]string{} // of the content, by dataset
	entries := make([]Entry, len(plan))
	for i, e := range plan {
		if f := at[e.fit()]; f != nil {
			if old, ok := hash[e.Dataset]; ok && old != f.DatasetHash {
				return nil, fmt.Errorf("report: %s: %s was fitted to other data (%.8s) than the rows before it (%.8s): they cannot be in one table; run the suite again",
					e.Dataset, e.Label, f.DatasetHash, old)
			}
			hash[e.Dataset] = f.DatasetHash
			fill(&e, f)
			e.Origin = last.origin(f)
		}
		e.Stale = stale[e.fit()]
		entries[i] = e
	}
	return entries, nil
}

// lastFits finds fits by their place in the table; of several the last appended
// one counts. Stale are the places whose rows were scored by other sources than those
// of the last one of all: they have no fit, as numbers of both may not be mixed.
func lastFits(fits []record.Fit) (at map[record.Place]*record.Fit, stale map[record.Place]bool) {
	at, stale = map[record.Place]*record.Fit{}, map[record.Place]bool{}
	var last *record.Fit // that has rows
	for i := range fits {
		f := &fits[i]
		place := f.Place()
		if old := at[place]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
			at[place] = f
		}
		if len(f.Rows) > 0 && (last == nil || !f.Times.Appended.Before(last.Times.Appended)) {
			last = f
		}
	}
	for place, f := range at {
		if len(f.Rows) > 0 && f.Rows[0].Score != last.Rows[0].Score {
			stale[place] = true
			delete(at, place)
		}
	}
	return at, stale
}

func fill(e *Entry, f *record.Fit) {
	e.Outcome, e.Tested, e.Learned = f.Outcome, f.Test, f.Train
	if len(f.DataWarnings) > 0 { // the plan says it too
		e.DataWarnings = f.DataWarnings
	}
	e.Seconds, e.CPUSeconds = float64(f.Times.Fit.Wall), float64(f.Times.Fit.CPU)
	e.Passes, e.Counts = float64(f.Passes), f.Counts
	e.Beside, e.Remote, e.Warnings = f.Times.Beside, f.Remote, slices.Concat(f.Warnings, f.Times.Doubts)
	e.Ended, e.Audit, e.Resumed = f.Ended, f.Audit, f.Times.Resumed
	if n := len(f.Checkpoints); n > 0 {
		e.MissedMaxima = float64(f.Checkpoints[n-1].Values[sp.ValueMissedMaxima])
	}
	e.Weights = f.WeightsFile
	e.Params, e.Trials, e.TuneSeconds = f.Params, f.Trials, float64(f.Times.Tune)
	e.TuneCPU, e.Memory = float64(f.Times.TuneCPU), float64(f.Times.Process.Memory)
	e.Load, e.CPUs, e.Machine = float64(f.Times.Load), f.Times.CPUs, f.Times.Machine
	row := rowOf(f, e.Output)
	switch {
	case row == nil && f.Outcome.Good():
		e.Outcome = record.Outcome{}
		return
	case row == nil:
		return
	}
	if row.Outcome.Kind != record.OK {
		e.Outcome = row.Outcome
	}
	e.Metrics = make(map[string]float64, len(row.Metrics))
	for name, v := range row.Metrics {
		e.Metrics[name] = float64(v)
	}
	e.Reasons, e.Instances, e.Statistics, e.Unsettled = row.Reasons, row.Instances, row.StatisticsFile, row.Unsettled
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

// Latest returns the fits by their place in the table, as [FromRecords] takes them: of several in one place the last appended
// one, and none that was scored by other sources than the last of all.
func Latest(fits []record.Fit) map[record.Place]*record.Fit {
	at, _ := lastFits(fits)
	return at
}

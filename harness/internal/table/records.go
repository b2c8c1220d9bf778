package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// FromRecords returns the planned entries with the results of the records, in the order of the
// plan. The plan sets the fields up to DataWarnings. An entry stays not run if it has no record, or
// if other sources scored its record than the last one. Records without a planned entry are
// ignored. If an entry has several, the last appended counts. Neither argument is changed.
func FromRecords(plan []Entry, fits []record.Fit) ([]Entry, error) {
	entries := slices.Clone(plan)
	at, stale := record.Current(fits)
	last, elsewhere := NewLatest(at), record.Elsewhere(at)
	hash := map[string]string{} // of the content, by dataset
	for i := range entries {
		e := &entries[i]
		e.Stale = stale[e.Place()]
		f := at[e.Place()]
		if f != nil {
			e.Lost = f.Lost
		}
		if f == nil || e.Lost != "" {
			continue
		}
		if old, ok := hash[e.Dataset]; ok && old != f.DatasetHash {
			return nil,
				fmt.Errorf("table: %s: %s was fitted to other data (%.8s) than the rows before it (%.8s): they cannot be in one table; run the suite again",
					e.Dataset, e.Label, f.DatasetHash, old)
		}
		hash[e.Dataset] = f.DatasetHash
		Fill(e, f)
		if e.Elsewhere = elsewhere(f); e.Elsewhere {
			nan := notANumber
			e.Seconds, e.CPUSeconds, e.TuneSeconds, e.TuneCPU = nan, nan, nan, nan
		}
		e.Origin = last.Origin(f)
		if e.Shipped != "" && e.Origin.Differs != nil { // one note says so for all cells
			e.Shipped, e.Origin.Differs = e.Shipped+", by other sources", nil
		}
	}
	return entries, nil
}

// Fill sets the results of an entry from the record of its fit, except Origin and Stale.
func Fill(e *Entry, f *record.Fit) {
	e.Outcome, e.Tested, e.Learned, e.Groups = f.Outcome, f.Test, f.Train, f.Groups
	if len(f.DataWarnings) > 0 { // the plan says it too
		e.DataWarnings = f.DataWarnings
	}
	e.Seconds, e.CPUSeconds = float64(f.Times.Fit.Wall), float64(f.Times.Fit.CPU)
	e.Passes, e.Counts = float64(f.Passes), f.Counts
	e.Concurrent, e.Remote, e.Warnings = f.Times.Concurrent, f.Remote,
		slices.Concat(f.Warnings, f.Times.Suspicions)
	e.Ended, e.Audit, e.Resumed = f.Ended, f.Audit, f.Times.Resumed
	if n := len(f.Checkpoints); n > 0 {
		missed, _ := f.Checkpoints[n-1].Values.Get(sp.ValueMissedMaxima)
		instances, _ := f.Checkpoints[n-1].Values.Get(sp.ValueInstances)
		e.MissedMaxima, e.LearnedFrom = float64(missed), int(instances)
	}
	e.Weights = f.WeightsFile
	e.Params, e.Trials, e.TuneSeconds = f.Params, f.Trials, float64(f.Times.Tune)
	e.TuneCPU, e.Memory = float64(f.Times.TuneCPU), float64(f.Times.Process.Memory)
	e.Load, e.CPUs, e.Machine = float64(f.Times.Load), f.Times.CPUs, f.Times.Machine
	e.Sandbox, e.Shipped = f.Times.Process.Sandbox, f.Times.Shipped
	row := rowOf(f, e.Decoder)
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
	if e.Chosen != "" {
		e.Chosen = row.Decoder
	}
	e.Metrics = map[string]float64{}
	for name, v := range row.Metrics {
		e.Metrics[name] = float64(v)
	}
	e.Reasons, e.Instances, e.Statistics, e.NotConverged = row.Reasons, row.Instances,
		row.StatisticsFile, row.NotConverged
}

// rowOf returns the row of f with that label, which defaults to the decoder's name; nil if there is
// none.
func rowOf(f *record.Fit, decoder string) *record.Row {
	for i := range f.Rows {
		r := &f.Rows[i]
		if r.Label == decoder || r.Label == "" && r.Decoder == decoder {
			return r
		}
	}
	return nil
}

// A Planned is a fit of the plan with its record.
type Planned struct {
	*Entry             // the first of the fit
	Fit    *record.Fit // nil: the table has none
}

// FitsOf returns the fits of planned entries, each once, with the record that the table uses: see
// [record.Current].
func FitsOf(entries []Entry, fits []record.Fit) (all []Planned) {
	at, _ := record.Current(fits)
	seen := map[record.Place]bool{}
	for i := range entries {
		e := &entries[i]
		if place := e.Place(); !seen[place] {
			seen[place] = true
			all = append(all, Planned{e, at[place]})
		}
	}
	return all
}

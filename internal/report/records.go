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
	entries := slices.Clone(plan)
	err := FillEntries(entries, record.StubsOf(fits), func(s *record.Stub) (*record.Fit, error) { return &fits[s.N], nil })
	return entries, err
}

// FillEntries is FromRecords in place, of fits that are known by their stubs: fit returns one, and is called by several goroutines.
func FillEntries(entries []Entry, stubs []record.Stub, fit func(*record.Stub) (*record.Fit, error)) error {
	at, stale := standing(stubs)
	last := newLatest(at)
	hash := map[string]string{}       // of the content, by dataset
	of := map[*record.Stub][]*Entry{} // the entries of each fit
	var order []*record.Stub
	for i := range entries {
		e := &entries[i]
		e.Stale = stale[e.fit()]
		s := at[e.fit()]
		if s == nil {
			continue
		}
		if old, ok := hash[e.Dataset]; ok && old != s.DatasetHash {
			return fmt.Errorf("report: %s: %s was fitted to other data (%.8s) than the rows before it (%.8s): they cannot be in one table; run the suite again",
				e.Dataset, e.Label, s.DatasetHash, old)
		}
		hash[e.Dataset] = s.DatasetHash
		if of[s] == nil {
			order = append(order, s)
		}
		of[s] = append(of[s], e)
	}
	return record.Chunks(len(order), 256, func(lo, hi int) error {
		for _, s := range order[lo:hi] {
			f, err := fit(s)
			if err != nil {
				return err
			}
			for _, e := range of[s] {
				Fill(e, f)
				e.Origin = last.origin(s)
			}
		}
		return nil
	})
}

// Standing finds stubs by their place in the table: of several fits in one place the last appended
// one, and none that was scored by other sources than the last of all.
func Standing(stubs []record.Stub) map[record.Place]*record.Stub {
	at, _ := standing(stubs)
	return at
}

// standing also returns the places whose rows were scored by other sources than those of the last fit of all: they have
// no fit, as numbers of both may not be mixed.
func standing(stubs []record.Stub) (at map[record.Place]*record.Stub, stale map[record.Place]bool) {
	at, stale = make(map[record.Place]*record.Stub, len(stubs)), map[record.Place]bool{}
	var last *record.Stub // that has rows
	for i := range stubs {
		s := &stubs[i]
		if old := at[s.Place]; old == nil || !s.Appended.Before(old.Appended) {
			at[s.Place] = s
		}
		if len(s.Rows) > 0 && (last == nil || !s.Appended.Before(last.Appended)) {
			last = s
		}
	}
	for place, s := range at {
		if len(s.Rows) > 0 && s.Rows[0].Score != last.Rows[0].Score {
			stale[place] = true
			delete(at, place)
		}
	}
	return at, stale
}

// Fill sets what the record of a fit says of an entry, all but its Origin and whether it is stale.
func Fill(e *Entry, f *record.Fit) {
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
		e.LearnedFrom = int(f.Checkpoints[n-1].Values[sp.ValueInstances])
	}
	e.Weights = f.WeightsFile
	e.Params, e.Trials, e.TuneSeconds = f.Params, f.Trials, float64(f.Times.Tune)
	e.TuneCPU, e.Memory = float64(f.Times.TuneCPU), float64(f.Times.Process.Memory)
	e.Load, e.CPUs, e.Machine = float64(f.Times.Load), f.Times.CPUs, f.Times.Machine
	e.Box = f.Times.Process.Box
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
	e.Metrics = NewScores(row.Metrics)
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

// Latest returns the fits that stand, by their place in the table; see [Standing].
func Latest(fits []record.Fit) map[record.Place]*record.Fit {
	at := map[record.Place]*record.Fit{}
	for place, s := range Standing(record.StubsOf(fits)) {
		at[place] = &fits[s.N]
	}
	return at
}

package results

import (
	"cmp"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

// TableOptions choose the content of a table. The zero value shows everything.
type TableOptions struct {
	With   string // run folder whose earlier builds are shown too; "" for none
	Digits int    // decimals; 0 for the usual ones
	Show   table.Selection
	Cache  *table.Cache // reads statistics cell by cell to save memory; nil: entries have them
}

// ReadTable builds the table of the run in dir, with all that it is made of.
func ReadTable(dir string, warn Warn, o TableOptions) (r *study.Run, err error) {
	var plan *run.Written
	var fits []record.Fit
	switch {
	case o.With != "":
		plan, fits, err = readWithEarlier(dir, o.With, warn)
	case o.Cache != nil:
		plan, fits, err = ReadScores(dir, warn, record.ReadIDs, record.DropCurve)
	default:
		plan, fits, err = ReadScores(dir, warn, record.ReadStatistics)
	}
	if err != nil {
		return nil, err
	}
	r = &study.Run{Suite: plan.Suite, Fits: fits}
	if r.Entries, err = table.FromRecords(Entries(plan), fits); err != nil {
		return nil, err
	}
	if r.Metrics, err = Metrics(plan); err != nil {
		return nil, err
	}
	published, from, err := readPublished(dir, plan.Suite)
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
		Metrics: r.Metrics, Digits: o.Digits, Published: published, From: from, Suite: plan.Suite,
		Show: o.Show, Cache: o.Cache,
	})
	if err != nil {
		return nil, err
	}
	notes.Add(r.Table)
	return r, nil
}

// ReadSides reads both sides of a comparison. If after is the same folder or "", before has the
// fits of earlier builds in it. read and cut are as in [ReadScores].
func ReadSides(before, after string, warn Warn, read ReadRows, cut ...func(*record.Fit)) (
	was, is *compare.Side, err error) {
	after = cmp.Or(after, before)
	if is, err = readSide(after, warn, read, cut...); err != nil {
		return nil, nil, err
	}
	if rundir.Same(before, after) {
		was, err = is.Earlier()
	} else {
		was, err = readSide(before, warn, read, cut...)
	}
	return was, is, err
}

func readSide(dir string, warn Warn, read ReadRows, cut ...func(*record.Fit)) (*compare.Side,
	error) {
	plan, fits, err := ReadScores(dir, warn, read, cut...)
	if err != nil {
		return nil, err
	}
	metrics, err := Metrics(plan)
	if err != nil {
		return nil, err
	}
	s := &compare.Side{Dir: dir, Plan: plan, Metrics: metrics, Entries: Entries(plan), Fits: fits}
	s.Pick()
	return s, nil
}

// readWithEarlier reads the run in dir, and the rows of earlier builds in run folder with, which
// may be the same: see [compare.Beside].
func readWithEarlier(dir, with string, warn Warn) (*run.Written, []record.Fit, error) {
	before, after, err := ReadSides(with, dir, warn, record.ReadStatistics)
	if err != nil {
		return nil, nil, err
	}
	plan, fits, warnings, err := compare.Beside(before, after)
	warn(warnings...)
	return plan, fits, err
}

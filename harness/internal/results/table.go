package results

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

// TableOptions choose the content of a table. The zero value shows everything.
type TableOptions struct {
	Builds bool // rows of earlier builds, too
	Digits int  // decimals; 0 for the usual ones
	Splits int  // only the first splits of each dataset; 0: all
	Show   table.Selection
	Curves bool // keep the learning curves of fits
}

// ReadTable builds the table of the run in dir, with all that it is made of. To save memory,
// statistics are read row by row, except with earlier builds.
func ReadTable(dir string, warn Warn, o TableOptions) (r *study.Run, err error) {
	var planned *plan.File
	var fits []record.Fit
	switch {
	case o.Builds:
		planned, fits, err = readBuilds(dir, warn)
	case o.Curves:
		planned, fits, err = ReadScores(dir, warn, record.OnlySources())
	default:
		planned, fits, err = ReadScores(dir, warn, record.DropCurve, record.OnlySources())
	}
	if err != nil {
		return nil, err
	}
	if o.Splits > 0 {
		planned.Repeats = slices.DeleteFunc(planned.Repeats, func(r plan.Repeat) bool {
			return r.Split >= o.Splits
		})
	}
	r = &study.Run{Dir: dir, Suite: planned.Suite, Fits: fits}
	if r.Entries, err = table.FromRecords(Entries(planned), fits); err != nil {
		return nil, err
	}
	if r.Metrics, err = Metrics(planned); err != nil {
		return nil, err
	}
	published, err := readPublished(dir)
	if err != nil {
		return nil, err
	}
	title := planned.Suite.Name
	if planned.Suite.Quick {
		title, published = "A quick look, no result: "+title, nil
	}
	if planned.Suite.About != "" {
		title += ": " + planned.Suite.About
	}
	r.Table, err = claims.Build(title, r.Entries, table.Options{Metrics: r.Metrics, Digits: o.Digits,
		Suite: planned.Suite, Show: o.Show, Dir: dir}, published)
	if err != nil {
		return nil, err
	}
	r.Entries = r.Table.AllEntries() // now with what was lost
	lost := func(e table.Entry) bool { return e.Lost != "" }
	if i := slices.IndexFunc(r.Entries, lost); i >= 0 {
		warn(r.Entries[i].Lost + ": fits without their files are left out\nhint: run the suite again, " +
			"which makes them again")
	}
	r.Table.Declared = declared(dir, planned, published, fits, warn)
	notes.Add(r.Table)
	return r, nil
}

// readBuilds reads the run in dir, with the rows of earlier builds.
func readBuilds(dir string, warn Warn) (*plan.File, []record.Fit, error) {
	planned, fits, err := ReadScores(dir, warn)
	if err != nil {
		return nil, nil, err
	}
	_ = record.ReadStatistics(dir, fits) // each fit says what is lost
	planned, fits, warnings, err := compare.Beside(planned, fits)
	warn(warnings...)
	return planned, fits, err
}

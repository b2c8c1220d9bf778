package results

import (
	"errors"
	"slices"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

// TableOptions choose the content of a table. The zero value shows everything.
type TableOptions struct {
	Digits int // decimals; 0 for the usual ones
	Splits int // only the first splits of each dataset; 0: all
	Show   table.Selection
	Curves bool         // keep the learning curves of fits
	Data   plan.Options // to read the data again, for section "labels"
}

// reader returns a function that reads a dataset of a plan again. It warns of an error: pages do
// not quote paths of this machine.
func (o *TableOptions) reader(p *plan.File, warn Warn) func(string) (*data.Dataset, error) {
	return func(dataset string) (*data.Dataset, error) {
		past, err := plan.Reopen(p, dataset, o.Data)
		if err != nil {
			warn(err.Error())
			return nil, errors.New("its data cannot be read again")
		}
		return past.Data, nil
	}
}

// ReadTable builds the table of the run in dir, with all that it is made of. To save memory,
// statistics are read row by row.
func ReadTable(dir string, warn Warn, o TableOptions) (r *study.Run, err error) {
	cut := record.DropCurve
	if o.Curves {
		cut = func(*record.Fit) {}
	}
	planned, fits, err := ReadScores(dir, warn, cut, record.OnlySources())
	if err != nil {
		return nil, err
	}
	planned.Repeats = slices.DeleteFunc(planned.Repeats, func(r plan.Repeat) bool {
		return o.Splits > 0 && r.Split >= o.Splits
	})
	r = &study.Run{Dir: dir, Suite: planned.Suite, Fits: fits, Data: o.reader(planned, warn)}
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

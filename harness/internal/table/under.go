package table

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/suite"
)

// Under returns the table of all rows of the run under a choice, with its own tests and marks. It
// makes no fit. t is not changed.
func (t *Table) Under(c suite.Setting) (under *Table, err error) {
	cells := t.tests.Cells
	if c.Ungrouped {
		if cells, err = cells.ungrouped(); err != nil {
			return nil, err
		}
	}
	cells.Rows, cells.Columns = slices.Clone(cells.Rows), slices.Clone(cells.Columns)
	cells.samples = slices.Clone(cells.samples)
	for r := range cells.Rows { // the decoder, or a variant, stands for its learner as best does
		row := &cells.Rows[r]
		has := func(o Row) bool { return o.Label == row.Label && o.Decoder == c.Decoder }
		if slices.ContainsFunc(cells.Rows, has) {
			row.Rival = !has(*row) || row.Variant.Of != ""
		}
		if at := slices.IndexFunc(cells.Rows, func(o Row) bool {
			return o.Variant == suite.Variant{Of: row.Label, Choice: c.Variant} && o.Decoder == row.Decoder
		}); at >= 0 {
			row.Variant, row.Cells = cells.Rows[at].Variant, cells.Rows[at].Cells
			cells.samples[r] = cells.samples[at]
		}
	}
	for i := range cells.Columns {
		col := &cells.Columns[i]
		has := func(o Column) bool { return o.Dataset == col.Dataset && o.Metric.Name == c.Metric }
		if slices.ContainsFunc(cells.Columns, has) {
			col.Compared = has(*col)
		}
	}

	own, margin := *cells.Suite, t.Margin
	switch {
	case c.Rope > 0:
		own.Rope, own.Headroom = c.Rope, nil
	case c.Metric != "": // the rope has the unit of the first metric
		own.Rope, margin = 0, 0
	}
	cells.Suite = &own
	tests, err := NewTests(&cells, t.Alpha)
	if err != nil {
		return nil, err
	}
	under = tests.table(t.Title)
	under.Margin = margin
	return under.Show(Selection{})
}

// ungrouped returns the cells without groups of test instances. It reads the statistics again.
func (t *Cells) ungrouped() (Cells, error) {
	entries, opt := slices.Clone(t.Entries), Options{Suite: t.Suite, Dir: t.dir}
	shared := map[string]float64{}
	for name, d := range t.groups.datasets {
		if d.grouped() {
			shared[name] = d.testOverlap()
		}
	}
	for i := range entries {
		if e := &entries[i]; e.TestGroups > 0 {
			fit := *e.Fit
			fit.Groups, e.TestGroups, e.LearnedGroups = nil, 0, 0
			e.Fit, e.TestOverlap = &fit, shared[e.Dataset]
		}
	}
	opt.Metrics = (&Table{Columns: t.Columns}).Metrics()
	cells, err := NewCells(entries, opt)
	if err != nil {
		return Cells{}, err
	}
	return *cells, nil
}

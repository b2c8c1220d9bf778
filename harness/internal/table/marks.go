package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/param"
)

// Show returns the table of a selection of the rows of t. Marks are those of the shown rows: the best
// of them, or the control, and how the others differ from it. Tests stay those of the whole table.
// The error names what does not exist. t is not changed.
func (t *Table) Show(s Selection) (*Table, error) {
	v, err := newView(t, s)
	if err != nil {
		return nil, err
	}
	shown := *t
	if s.Datasets != nil || s.Learners != nil || s.Decoders != nil || s.Metrics != nil {
		shown.Whole = &Size{len(t.Rows), len(t.Datasets), len(t.Metrics())}
		shown.BetterHidden = betterHidden(t, v)
	}
	shown.view = view{grid.Pick(t.view.rows, v.rows), grid.Pick(t.view.columns, v.columns), nil}
	shown.Datasets, shown.Columns = grid.Pick(t.Datasets, v.datasets), grid.Pick(t.Columns, v.columns)
	shown.Rows = grid.Pick(t.Rows, v.rows)
	for r := range shown.Rows {
		row := &shown.Rows[r]
		row.Cells, row.Effort = grid.Pick(row.Cells, v.columns), grid.Pick(row.Effort, v.datasets)
		row.Tuning = grid.Pick(row.Tuning, v.datasets)
		row.NotConverged = grid.Pick(row.NotConverged, v.datasets)
	}
	shown.Entries = nil
	for _, e := range t.Entries {
		if slices.Contains(shown.Datasets, e.Dataset) && shown.FindRow(e.Label, e.Decoder) >= 0 {
			shown.Entries = append(shown.Entries, e)
		}
	}

	shown.Facts = slices.DeleteFunc(slices.Clone(t.Facts), func(f Fact) bool {
		return !slices.Contains(shown.Datasets, f.Dataset) ||
			!slices.ContainsFunc(shown.Rows, func(r Row) bool { return r.Label == f.Label })
	})

	shown.Equivalence = cmp.Or(t.Suite.Rope, float64(t.Margin))
	for c := range shown.Columns {
		shown.Columns[c].Equivalence = shown.Equivalence
		if t.Suite.Headroom != nil {
			shown.Columns[c].Equivalence = t.headroomRope(v.columns[c])
		}
		mark(&shown, c)
	}
	return &shown, nil
}

// headroomRope returns the rope of column c as a share of the headroom, as the table prints it. The
// headroom is the lower end of the simultaneous interval of what the named learner gains, by first
// decoders. So it holds together with the intervals that are compared with it. 0: no gain is shown.
func (t *Table) headroomRope(c int) float64 {
	h := t.Suite.Headroom
	first := func(label string) int {
		return slices.IndexFunc(t.tests.Rows, func(r Row) bool { return r.Label == label && !r.Rival })
	}
	of, to := first(h.Of), first(h.To)
	if of < 0 || to < 0 {
		return 0
	}
	pair, tested := t.tests.pair(of, to, c)
	gain, metric := pair.Low, &t.tests.Columns[c].Metric
	if metric.Higher {
		gain = -pair.High
	}
	if !tested || !(gain > 0) {
		return 0
	}
	return h.Share * gain * metric.Scale()
}

// mark marks the cells of column c.
func mark(t *Table, c int) {
	for r := range t.Rows {
		t.Rows[r].Cells[c].Mark = unmarked
	}
	col := &t.Columns[c]
	if !col.Compared {
		return
	}
	width := col.Equivalence / col.Metric.Scale()
	for _, p := range protocols(t.Rows, c) {
		lead := leader(t, c, p)
		for _, r := range competing(t.Rows, c, p) {
			cell := &t.Rows[r].Cells[c]
			if t.view.rows[r] == lead {
				cell.Best, cell.Control = t.Against == "", t.Against != ""
				continue
			}
			pair, tested := t.tests.pair(t.view.rows[r], lead, t.view.columns[c])
			if !tested {
				continue
			}
			cell.Effect, cell.EffectLow, cell.EffectHigh = record.Number(pair.Test.Effect),
				record.Number(pair.Low), record.Number(pair.High)
			cell.P, cell.Floor = record.Number(pair.Test.P), record.Number(pair.Test.Floor)
			cell.Against, cell.Adjusted = t.tests.Rows[lead].Name(), record.Number(pair.Adjusted)
			cell.Undecided = pair.Adjusted > t.Alpha
			cell.Level = pair.Low > -width && pair.High < width
		}
	}
}

// leader returns the row, by its index in the tests, to which the marks of a protocol in column c
// refer: the control, or the best of several shown rows; -1: there is none.
func leader(t *Table, c int, p protocol) int {
	if t.Against != "" {
		if at := t.view.columns[c]; len(competing(t.tests.Rows, at, p)) > 1 {
			return t.tests.control(at, p)
		}
		return -1
	}
	rows := competing(t.Rows, c, p)
	if len(rows) < 2 || t.Columns[c].Metric.Neutral {
		return -1
	}
	return t.view.rows[best(t.Rows, &t.Columns[c], c, rows)]
}

// betterHidden names the best row of each column, if it is not among the rows to show and is better
// than all of them that it is compared with.
func betterHidden(t *Table, v view) (names []string) {
	for _, c := range v.columns {
		if !t.Columns[c].Compared {
			continue
		}
		for _, p := range protocols(t.Rows, c) {
			all := competing(t.Rows, c, p)
			shown := slices.DeleteFunc(slices.Clone(all), func(r int) bool { return !slices.Contains(v.rows, r) })
			if len(shown) == 0 {
				continue
			}
			first := &t.Rows[best(t.Rows, &t.Columns[c], c, all)]
			if !slices.ContainsFunc(shown, func(r int) bool {
				return t.Rows[r].Cells[c].Mean == first.Cells[c].Mean
			}) {
				names = append(names, first.Name()+" on "+t.Columns[c].Dataset)
			}
		}
	}
	return names
}

// newView returns the view of a selection. The error names what does not exist.
func newView(t *Table, s Selection) (v view, err error) {
	if v.rows, err = selectRows(t, s); err != nil {
		return view{}, err
	}
	if v.datasets, err = findNames("dataset", s.Datasets, t.Datasets); err != nil {
		return view{}, err
	}
	var metrics []string
	for _, m := range t.Metrics() {
		metrics = append(metrics, m.Name)
	}
	selected, err := findNames("metric", s.Metrics, metrics)
	for _, d := range v.datasets {
		if s.Metrics == nil { // each dataset has its own order
			for c := range t.Columns {
				if t.Columns[c].Dataset == t.Datasets[d] {
					v.columns = append(v.columns, c)
				}
			}
			continue
		}
		for _, m := range selected {
			if c := t.FindColumn(t.Datasets[d], metrics[m]); c >= 0 {
				v.columns = append(v.columns, c)
			}
		}
	}
	return v, err
}

// selectRows returns the selected rows by learner, and within each learner by decoder.
func selectRows(t *Table, s Selection) (rows []int, err error) {
	if s.Learners == nil && s.Decoders == nil {
		return upTo(len(t.Rows)), nil
	}
	var labels, decoders []string
	for _, r := range t.Rows {
		labels, decoders = ordered.Add(labels, r.Label), ordered.Add(decoders, r.Decoder)
	}
	byLabel, err := findNames("learner", s.Learners, labels)
	if err != nil {
		return nil, err
	}
	byDecoder, err := findNames("decoder", s.Decoders, decoders)
	for _, l := range byLabel {
		own := len(rows)
		for r, row := range t.Rows {
			if row.Label == labels[l] && slices.Contains(byDecoder, slices.Index(decoders, row.Decoder)) {
				rows = append(rows, r)
			}
		}
		if s.Decoders != nil { // else each learner has its own order
			at := func(r int) int { return slices.Index(s.Decoders, t.Rows[r].Decoder) }
			slices.SortFunc(rows[own:], func(a, b int) int { return at(a) - at(b) })
		}
	}
	if len(rows) == 0 && err == nil {
		err = fmt.Errorf("table: no row is of both %s and %s", strings.Join(s.Learners, ", "),
			strings.Join(s.Decoders, ", "))
	}
	return rows, err
}

// findNames returns the indices of names in all; for nil, those of all.
func findNames(what string, names, all []string) (at []int, err error) {
	if names == nil {
		names = all
	}
	for _, name := range names {
		i := slices.Index(all, name)
		switch {
		case i < 0:
			return nil, fmt.Errorf("table: %w", param.Unknown(what, name, all))
		case slices.Contains(at, i):
			return nil, fmt.Errorf("table: the %s %q is chosen twice", what, name)
		}
		at = append(at, i)
	}
	return at, nil
}

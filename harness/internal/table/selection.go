package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/param"
)

// A Selection chooses and orders the rows, datasets and metrics to show, by labels and names; nil
// is all of them, in the suite's order. Tests and their correction are those of the whole table. So
// a selection changes no p, and rows may be selected after the results are seen.
type Selection struct{ Datasets, Learners, Decoders, Metrics []string }

// selectShown reduces the table to a selection. The error names what does not exist.
func selectShown(t *Table, s *Selection) error {
	if s.Datasets == nil && s.Learners == nil && s.Decoders == nil && s.Metrics == nil {
		return nil
	}
	rows, err := selectRows(t, s)
	if err != nil {
		return err
	}
	datasets, err := findNames("dataset", s.Datasets, t.Datasets)
	if err != nil {
		return err
	}
	var metrics []string
	for _, m := range t.Metrics() {
		metrics = append(metrics, m.Name)
	}
	selected, err := findNames("metric", s.Metrics, metrics)
	if err != nil {
		return err
	}
	var columns []int
	for _, d := range datasets {
		for _, m := range selected {
			if c := t.FindColumn(t.Datasets[d], metrics[m]); c >= 0 {
				columns = append(columns, c)
			}
		}
	}
	t.Whole = &Size{len(t.Rows), len(t.Datasets), len(metrics)}
	t.BetterHidden = betterHidden(t, rows, columns)
	keep(t, rows, columns, datasets)
	return nil
}

// selectRows returns the selected rows by learner, and within each learner by decoder.
func selectRows(t *Table, s *Selection) (rows []int, err error) {
	var labels, decoders []string
	for _, r := range t.Rows {
		labels, decoders = ordered.Add(labels, r.Label), ordered.Add(decoders, r.Decoder)
	}
	byLabel, err := findNames("learner", s.Learners, labels)
	if err != nil {
		return nil, err
	}
	byDecoder, err := findNames("decoder", s.Decoders, decoders)
	if err != nil {
		return nil, err
	}
	for _, l := range byLabel {
		var own []int
		for r := range t.Rows {
			if t.Rows[r].Label == labels[l] {
				own = append(own, r)
			}
		}
		if s.Decoders == nil { // each learner has its own order
			rows = append(rows, own...)
			continue
		}
		for _, d := range byDecoder {
			for _, r := range own {
				if t.Rows[r].Decoder == decoders[d] {
					rows = append(rows, r)
				}
			}
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("table: no row is of both %s and %s", strings.Join(s.Learners, ", "),
			strings.Join(s.Decoders, ", "))
	}
	return rows, nil
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
			hint := ""
			if near := param.Nearest(name, all); near != "" {
				hint = fmt.Sprintf("\nhint: did you mean %q?", near)
			}
			return nil, fmt.Errorf("table: no %s of the run is called %q: there are %s%s", what,
				name, strings.Join(all, ", "), hint)
		case slices.Contains(at, i):
			return nil, fmt.Errorf("table: the %s %q is chosen twice", what, name)
		}
		at = append(at, i)
	}
	return at, nil
}

// betterHidden names the best row of each column, if it is not among the rows to show and is better
// than all of them that it is compared with.
func betterHidden(t *Table, rows, columns []int) (names []string) {
	for _, c := range columns {
		for _, p := range protocols(t, c) {
			best, _ := bestRow(t, c, p)
			if best < 0 || !t.Columns[c].Compared {
				continue
			}
			rivals := slices.DeleteFunc(slices.Clone(rows), func(r int) bool {
				return !t.Rows[r].competes(c, p)
			})
			if len(rivals) > 0 && !slices.ContainsFunc(rivals, func(r int) bool {
				return t.Rows[r].Cells[c].Mean == t.Rows[best].Cells[c].Mean
			}) {
				names = append(names, fmt.Sprintf("%s on %s", t.Rows[best].Name(),
					t.Columns[c].Dataset))
			}
		}
	}
	return names
}

// keep drops all other rows, columns and datasets, and marks the best of the kept rows.
func keep(t *Table, rows, columns, datasets []int) {
	t.Datasets, t.Columns = grid.Pick(t.Datasets, datasets), grid.Pick(t.Columns, columns)
	t.Rows, t.samples = grid.Pick(t.Rows, rows), grid.Pick(t.samples, rows)
	for r := range t.Rows {
		row := &t.Rows[r]
		row.Cells, t.samples[r] = grid.Pick(row.Cells, columns), grid.Pick(t.samples[r], columns)
		row.Effort = grid.Pick(row.Effort, datasets)
		if row.Tuning != nil {
			row.Tuning = grid.Pick(row.Tuning, datasets)
		}
		if row.NotConverged != nil {
			row.NotConverged = grid.Pick(row.NotConverged, datasets)
		}
	}
	for c := range t.Columns {
		t.Columns[c].moderation.Shares = grid.Pick(t.Columns[c].moderation.Shares, rows)
	}
	var entries []Entry
	for _, e := range t.Entries {
		if slices.Contains(t.Datasets, e.Dataset) && t.FindRow(e.Label, e.Decoder) >= 0 {
			entries = append(entries, e)
		}
	}
	t.Entries = entries
	pairs := t.pairs
	t.pairs = nil
	for _, p := range pairs {
		a, b, c := slices.Index(rows, p.A), slices.Index(rows, p.B), slices.Index(columns, p.Column)
		if a < 0 || b < 0 || c < 0 {
			continue
		}
		if p.A, p.B, p.Column = a, b, c; a > b { // the first minus the second, in the order of the rows
			p = p.Reverse()
		}
		t.pairs = append(t.pairs, p)
	}
	if t.Against == "" { // with a control, the marks stay
		markAgain(t)
	}
}

// markAgain marks the best of the kept rows, and the tests against it.
func markAgain(t *Table) {
	nan := record.Number(notANumber)
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			if cell := &t.Rows[r].Cells[c]; !t.Rows[r].Rival {
				cell.Best, cell.Undecided, cell.Against = false, false, ""
				cell.Effect, cell.EffectLow, cell.EffectHigh, cell.P, cell.Floor,
					cell.Adjusted = nan, nan, nan, nan, nan, nan
			}
		}
	}
	for c := range t.Columns {
		if t.Columns[c].Compared {
			for _, p := range protocols(t, c) {
				markBest(t, c, p)
			}
		}
	}
	for _, p := range t.pairs {
		markPair(t, p)
	}
}

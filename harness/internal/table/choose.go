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

// A Show chooses what of a run its table shows, in that order, by labels and names; nil is all of it, as the suite has it. A choice changes no p:
// tests, and their correction for being many, are those of the whole table, so that rows may be chosen after the results are seen.
type Show struct{ Datasets, Learners, Decoders, Metrics []string }

// whole reports whether nothing is chosen.
func (s *Show) whole() bool {
	return s.Datasets == nil && s.Learners == nil && s.Decoders == nil && s.Metrics == nil
}

// choose leaves in the table what is shown. The error names what there is none of.
func (t *Table) choose(s *Show) error {
	rows, err := t.chosenRows(s)
	if err != nil {
		return err
	}
	datasets, err := places("dataset", s.Datasets, t.Datasets)
	if err != nil {
		return err
	}
	var metrics []string
	for _, m := range uniqueMetrics(t.Columns) {
		metrics = append(metrics, m.Name)
	}
	chosen, err := places("metric", s.Metrics, metrics)
	if err != nil {
		return err
	}
	var columns []int
	for _, d := range datasets {
		for _, m := range chosen {
			columns = append(columns, slices.IndexFunc(t.Columns, func(c Column) bool {
				return c.Dataset == t.Datasets[d] && c.Metric.Name == metrics[m]
			}))
		}
	}
	t.chosen = fmt.Sprintf("Shown: %d of %d rows, %d of %d datasets, %d of %d metrics. Tests and their correction are those of the whole table, so that what is shown changes no p.",
		len(rows), len(t.Rows), len(datasets), len(t.Datasets), len(chosen), len(metrics))
	t.keep(rows, columns, datasets)
	return nil
}

// chosenRows returns the rows by learners in their order, and of each by decoders in theirs.
func (t *Table) chosenRows(s *Show) (rows []int, err error) {
	var labels, decoders []string
	for _, r := range t.Rows {
		labels, decoders = ordered.Add(labels, r.Label), ordered.Add(decoders, r.Decoder)
	}
	byLabel, err := places("learner", s.Learners, labels)
	if err != nil {
		return nil, err
	}
	byDecoder, err := places("decoder", s.Decoders, decoders)
	if err != nil {
		return nil, err
	}
	if s.Decoders == nil { // the order of each learner is its own
		byDecoder = nil
	}
	for _, l := range byLabel {
		for r := range t.Rows {
			if t.Rows[r].Label == labels[l] && byDecoder == nil {
				rows = append(rows, r)
			}
		}
		for _, o := range byDecoder {
			for r := range t.Rows {
				if t.Rows[r].Label == labels[l] && t.Rows[r].Decoder == decoders[o] {
					rows = append(rows, r)
				}
			}
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("report: no row is of both %s and %s", strings.Join(s.Learners, ", "), strings.Join(s.Decoders, ", "))
	}
	return rows, nil
}

// places returns where names are among all; of nil, all of them.
func places(what string, names, all []string) (at []int, err error) {
	if names == nil {
		names = all
	}
	for _, name := range names {
		i := slices.Index(all, name)
		switch {
		case i < 0:
			hint := ""
			if near := param.Nearest(name, all); near != "" {
				hint = fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, fmt.Errorf("report: no %s of the run is called %q: there are %s%s", what, name, strings.Join(all, ", "), hint)
		case slices.Contains(at, i):
			return nil, fmt.Errorf("report: the %s %q is chosen twice", what, name)
		}
		at = append(at, i)
	}
	return at, nil
}

// keep leaves these rows, columns and datasets, and marks the best of them anew.
func (t *Table) keep(rows, columns, datasets []int) {
	t.Datasets, t.Columns = grid.Pick(t.Datasets, datasets), grid.Pick(t.Columns, columns)
	t.Rows, t.samples = grid.Pick(t.Rows, rows), grid.Pick(t.samples, rows)
	for r := range t.Rows {
		row := &t.Rows[r]
		row.Cells, t.samples[r] = grid.Pick(row.Cells, columns), grid.Pick(t.samples[r], columns)
		row.Effort = grid.Pick(row.Effort, datasets)
		if row.Tuning != nil {
			row.Tuning = grid.Pick(row.Tuning, datasets)
		}
		if row.Unsettled != nil {
			row.Unsettled = grid.Pick(row.Unsettled, datasets)
		}
	}
	pairs := t.pairs
	t.pairs = nil
	for _, p := range pairs {
		a, b, c := slices.Index(rows, p.A), slices.Index(rows, p.B), slices.Index(columns, p.Column)
		if a < 0 || b < 0 || c < 0 {
			continue
		}
		if a > b { // the first minus the second, in the order of the rows
			a, b = b, a
			p.Test.Effect = 0 - p.Test.Effect
		}
		p.A, p.B, p.Column = a, b, c
		t.pairs = append(t.pairs, p)
	}
	if t.Against == "" { // else what was tested against the control stands
		t.markAgain()
	}
}

// markAgain marks the best of the rows that are there, and what they are told from.
func (t *Table) markAgain() {
	nan := record.Number(notANumber)
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			if cell := &t.Rows[r].Cells[c]; t.Rows[r].PlaceboOf == "" {
				cell.Best, cell.Undecided, cell.Against = false, false, ""
				cell.Effect, cell.EffectLow, cell.EffectHigh, cell.P, cell.Floor, cell.Adjusted = nan, nan, nan, nan, nan, nan
			}
		}
	}
	for c := range t.Columns {
		if t.Columns[c].Metric.Name == t.compared() {
			for _, shown := range t.protocols() {
				t.best(c, shown)
			}
		}
	}
	for i := range t.pairs {
		t.mark(&t.pairs[i])
	}
}

// of returns the entries that a table shows.
func (t *Table) of(entries []Entry) (shown []Entry) {
	for _, e := range entries {
		if slices.Contains(t.Datasets, e.Dataset) && slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Label == e.Label && r.Decoder == e.Decoder }) {
			shown = append(shown, e)
		}
	}
	return shown
}

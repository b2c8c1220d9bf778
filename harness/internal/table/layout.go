package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
)

// Grid returns the table with its numbers rounded and all its columns and notes. The marks are
// called best and undecided.
func (t *Table) Grid(best, undecided string) grid.Grid {
	notes := append([]string{t.legend(best, undecided)}, t.Notes...)
	if notes[0] == "" {
		notes = notes[1:]
	}
	g := grid.Grid{
		Title: t.Title, Notes: append(notes, fmt.Sprintf("Evidence %.12s.", t.Evidence)), Footnotes: t.Footnotes,
		Heads: []grid.Head{{Bottom: "learner"}, {Bottom: "decoder", Kind: "decoder"}},
	}
	for i, c := range t.Columns {
		head := grid.Head{Top: c.Dataset, Bottom: c.Metric.Heading(), Result: true, Kind: "results"}
		g.Heads = append(g.Heads, head)
		if t.publishedIn(i) {
			head.Bottom, head.Third, head.Kind = "published", head.Bottom, "published"
			g.Heads = append(g.Heads, head)
		}
	}
	heads, efforts := t.layEffort()
	g.Heads = append(g.Heads, heads...)
	for r, row := range t.Rows {
		again := r > 0 && t.Rows[r-1].Label == row.Label
		line := grid.Row(row.Label, row.Decoder)
		line[0].Again = again
		for c := range row.Cells {
			f := layCell(&row.Cells[c], t.Columns[c])
			if row.PlaceboOf != "" && f.Number {
				f.Tail = joined("A/A", f.Tail)
			} else if t.Against != "" {
				f = t.layAgainst(f, &row.Cells[c], t.Columns[c].Metric.Higher)
			}
			line = append(line, f)
			if t.publishedIn(c) {
				line = append(line, layPublished(row.Cells[c].Published, t.Columns[c]))
			}
		}
		for _, f := range efforts[r] {
			f.Again = again
			line = append(line, f)
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

func layCell(c *Cell, col Column) grid.Cell {
	f := grid.Cell{Value: notANumber, Best: c.Best, Undecided: c.Undecided, Note: c.Note}
	if c.Good == 0 {
		switch {
		case c.Planned == 0:
		case c.Outcome == "":
			f.Text = "not run"
		case c.Outcome == record.Skipped:
			f.Text = "—"
		default:
			f.Text = string(c.Outcome)
		}
		return f
	}
	scale := col.Metric.Scale()
	f.Number = true
	f.Value = float64(c.Mean) * scale
	f.Text = chart.Fixed(f.Value, col.Digits)
	spread := c.Std
	if col.Spread == overInstances {
		spread = c.Error
	}
	if finite(float64(spread)) {
		f.Spread = chart.Fixed(float64(spread)*scale, col.Digits)
	}
	f.Tail = tailOf(c)
	return f
}

// joined joins two words, one of which may be "".
func joined(a, b string) string { return strings.TrimSpace(a + " " + b) }

// tailOf says how many of the fits a mean is over, if not all, and of how many of
// these only the last checkpoint before they were stopped: "(7 of 10, 2 timeout)".
func tailOf(c *Cell) string {
	var parts []string
	if c.Good < c.Planned {
		parts = append(parts, fmt.Sprintf("%d of %d", c.Good, c.Planned))
	}
	switch {
	case c.Partial == 0:
	case c.Partial == c.Planned:
		parts = append(parts, string(record.Timeout))
	default:
		parts = append(parts, fmt.Sprintf("%d %s", c.Partial, record.Timeout))
	}
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// legend explains the marks, of which best and undecided are the names.
func (t *Table) legend(best, undecided string) string {
	hasBest, hasUndecided := false, false
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			hasBest = hasBest || t.Rows[r].Cells[c].Best
			hasUndecided = hasUndecided || t.Rows[r].Cells[c].Undecided
		}
	}
	var parts []string
	if text := t.legendAgainst(); text != "" {
		parts, hasUndecided = append(parts, text), false
	}
	if hasBest {
		parts = append(parts, best+": the best mean")
	}
	if hasUndecided {
		parts = append(parts, undecided+": undecided whether it differs from it")
	}
	if len(parts) == 0 {
		return ""
	}
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return r.PlaceboOf != "" }) {
		parts = append(parts, "A/A: a placebo, not among those that are compared")
	}
	return strings.Join(parts, "; ") + "."
}

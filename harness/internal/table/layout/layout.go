// Package layout lays tables out as grids of rounded numbers and writes them.
//
// A [Style] chooses columns and notes. Package grid has a writer for each format.
package layout

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// Write writes the table in one of [grid.Formats]. The bytes depend only on the table and the
// style.
func Write(w io.Writer, t *table.Table, format string, s Style) error {
	err := s.check(format)
	if err == nil {
		var g grid.Grid
		if g, err = styled(t, format, s); err == nil {
			err = g.Write(w, format)
		}
	}
	if err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}

// Grid lays out the table with all columns and notes. Numbers are rounded. best and undecided are
// the names of the marks in the legend.
func Grid(t *table.Table, best, undecided string) grid.Grid {
	notes := append([]string{legend(t, best, undecided)}, t.Notes...)
	if notes[0] == "" {
		notes = notes[1:]
	}
	g := grid.Grid{
		Title: t.Title, Notes: append(notes, fmt.Sprintf("Result hash %.12s.", t.ResultHash)),
		Footnotes: t.Footnotes,
		Heads:     []grid.Head{{Bottom: "learner"}, {Bottom: "decoder", Kind: "decoder"}},
	}
	for i, c := range t.Columns {
		head := grid.Head{Top: c.Dataset, Bottom: c.Metric.Heading(), Result: true, Kind: "results"}
		g.Heads = append(g.Heads, head)
		if t.HasPublished(i) {
			head.Bottom, head.Third, head.Kind = "published", head.Bottom, "published"
			g.Heads = append(g.Heads, head)
		}
	}
	heads, efforts := effortCells(t)
	g.Heads = append(g.Heads, heads...)
	for r := range t.Rows {
		row := &t.Rows[r]
		again := r > 0 && t.Rows[r-1].Label == row.Label
		line := grid.Row(row.Label, row.Decoder)
		line[0].Again = again
		for c := range row.Cells {
			line = append(line, resultCell(t, row, c))
			if t.HasPublished(c) {
				line = append(line, publishedCell(row.Cells[c].Published, t.Columns[c]))
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

// resultCell lays out the result of a row in column c.
func resultCell(t *table.Table, row *table.Row, c int) grid.Cell {
	cell, col := &row.Cells[c], &t.Columns[c]
	f := grid.Cell{Value: math.NaN(), Best: cell.Best, Undecided: cell.Undecided, Note: cell.Note}
	if cell.Good == 0 {
		switch {
		case cell.Planned == 0:
		case cell.Outcome == "":
			f.Text = "not run"
		case cell.Outcome == record.Skipped:
			f.Text = "—"
		default:
			f.Text = string(cell.Outcome)
		}
	} else {
		scale := col.Metric.Scale()
		f.Number, f.Value, f.Tail = true, float64(cell.Mean)*scale, fitsWithNumber(cell)
		f.Text = chart.Fixed(f.Value, col.Digits)
		spread := cell.Error
		if col.Spread == table.Deviation {
			spread = cell.Std
		}
		if finite(spread) {
			f.Spread = chart.Fixed(float64(spread)*scale, col.Digits)
			if col.Spread == table.OverSplits && t.HasPublished(c) {
				f.Spread += " [" + chart.Fixed(float64(cell.Std)*scale, col.Digits) + "]"
			}
		}
	}
	mark := ""
	switch {
	case row.PlaceboOf != "" && f.Number:
		mark = "A/A"
	case t.Against != "":
		f.Undecided = false
		mark = againstControl(cell, col.Metric.Higher)
	}
	f.Tail = strings.TrimSpace(mark + " " + f.Tail)
	return f
}

// againstControl returns the mark of a cell in a table with a control: the control itself, better,
// worse, or not significantly different.
func againstControl(c *table.Cell, higher bool) string {
	switch {
	case c.Control:
		return "control"
	case !finite(c.Adjusted):
		return ""
	case c.Undecided:
		return "~"
	case c.Effect > 0 == higher:
		return "+"
	}
	return "−"
}

// fitsWithNumber counts the fits of a mean, unless all have a number, and the stopped ones with
// only a last checkpoint: "(7 of 10, 2 timeout)".
func fitsWithNumber(c *table.Cell) string {
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

var verdictMarks = map[table.Verdict]string{table.Agrees: "=", table.Differs: "!", table.Open: "?"}

// publishedCell rounds a published number as the paper did.
func publishedCell(p *table.Published, col table.Column) grid.Cell {
	if p == nil {
		return grid.Cell{Value: math.NaN()}
	}
	scale := col.Metric.Scale()
	f := grid.Cell{Text: chart.Fixed(float64(p.Mean)*scale, p.Digits),
		Value: float64(p.Mean) * scale, Number: true, Note: p.Note}
	if finite(p.Std) {
		f.Spread = chart.Fixed(float64(p.Std)*scale, p.Digits)
	}
	switch delta := float64(p.Delta) * scale; {
	case p.Differs != "":
		f.Tail = "≠"
	case finite(delta):
		digits := max(p.Digits, col.Digits)
		f.Tail = "(" + wording.Signed(delta, digits)
		if half := float64(p.High-p.Low) / 2 * scale; finite(half) {
			f.Tail += " ± " + chart.Fixed(half, digits)
		}
		f.Tail += " " + verdictMarks[p.Verdict] + ")"
	}
	return f
}

// legend explains the marks; "" if there are none.
func legend(t *table.Table, best, undecided string) string {
	hasBest, hasUndecided, hasPlacebo := false, false, false
	for r := range t.Rows {
		hasPlacebo = hasPlacebo || t.Rows[r].PlaceboOf != ""
		for c := range t.Rows[r].Cells {
			hasBest = hasBest || t.Rows[r].Cells[c].Best
			hasUndecided = hasUndecided || t.Rows[r].Cells[c].Undecided
		}
	}
	var parts []string
	if text := controlLegend(t); text != "" {
		parts, hasUndecided = append(parts, text), false
	}
	if hasBest {
		parts = append(parts, best+": the best mean")
	}
	if hasUndecided {
		parts = append(parts, undecided+": not significantly different from it")
	}
	if len(parts) == 0 {
		return ""
	}
	if hasPlacebo {
		parts = append(parts, "A/A: a placebo, excluded from these comparisons")
	}
	return strings.Join(parts, "; ") + "."
}

// controlLegend explains the marks of a table with a control.
func controlLegend(t *table.Table) string {
	for r := range t.Rows {
		if slices.ContainsFunc(t.Rows[r].Cells, func(c table.Cell) bool { return c.Control }) {
			return fmt.Sprintf("Against %s, the declared control: + better, − worse, ~ not significantly different; other pairs are not tested", t.Rows[r].Name())
		}
	}
	for r := range t.Rows {
		for _, c := range t.Rows[r].Cells {
			if t.Against != "" && c.Against != "" && t.Rows[r].PlaceboOf == "" {
				return fmt.Sprintf("Against %s, the declared control, which is not shown: + better, − worse, ~ not significantly different", c.Against)
			}
		}
	}
	return ""
}

func finite[F ~float64](v F) bool { return v-v == 0 }

// Package layout lays tables out as grids of rounded numbers and writes them.
//
// A [Style] chooses columns and notes. Package grid has a writer for each format.
package layout

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/internal/wording"
)

// Write writes the table in one of [grid.Formats]. The bytes depend only on the table and the
// style.
func Write(w io.Writer, t *table.Table, format string, s Style) error {
	err := s.check(format)
	if err == nil {
		g := styled(t, format, s)
		err = g.Write(w, format)
	}
	if err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}

// Grid lays out the table with all columns and notes. Numbers are rounded. best is the mark of the
// best mean in the legend, "Bold" or "*".
func Grid(t *table.Table, best string) grid.Grid {
	g := grid.Grid{
		Title: t.Title, Footnotes: t.Footnotes,
		Heads: []grid.Head{{Bottom: "learner"}, {Bottom: "decoder", Kind: "decoder"}},
	}
	arrows := senses(t)
	for i, c := range t.Columns {
		head := grid.Head{Top: c.Dataset, Bottom: c.Metric.Heading(), Third: trainSize(&c), Result: true,
			Kind: "results"}
		if !c.Metric.Neutral {
			head.Bottom += arrows[c.Metric.Higher]
		}
		g.Heads = append(g.Heads, head)
		if c.Compared {
			g.Heads = append(g.Heads, grid.Head{Top: c.Dataset, Bottom: "Δ", Result: true, Kind: "delta"})
		}
		if t.HasPublished(i) {
			head.Bottom, head.Third, head.Kind = "published", head.Bottom, "published"
			g.Heads = append(g.Heads, head)
		}
	}
	g.Heads = append(g.Heads, grid.Head{Bottom: "parameters", Kind: "parameters"})
	heads, efforts := effortCells(t)
	g.Heads = append(g.Heads, heads...)
	for r, row := range t.Rows {
		line := grid.Row(row.Label, row.Decoder)
		for c := range row.Cells {
			line = append(line, resultCell(t, &row, c))
			if t.Columns[c].Compared {
				line = append(line, deltaCell(&row.Cells[c], &t.Columns[c]))
			}
			if t.HasPublished(c) {
				line = append(line, publishedCell(row.Cells[c].Published, t.Columns[c]))
			}
		}
		of := slices.Concat(grid.Row(notes.Parameters(t, row.Label)), efforts[r])
		for i := range of {
			of[i].Again = r > 0 && t.Rows[r-1].Label == row.Label &&
				g.Heads[len(g.Heads)-len(of)+i].Kind != "choice"
		}
		line[0].Again = of[0].Again
		g.Rows = append(g.Rows, append(line, of...))
	}
	g.Notes = notesTo(t, &g, table.InReport, best)
	return g
}

// trainWord begins the size of training sets in a head.
const trainWord = "train "

// trainSize writes the size of the training sets of a column, as in "train 60". After + come those
// with boxes or hidden labels. It is "" if nothing is known.
func trainSize(c *table.Column) string {
	span := func(s [2]int) string {
		text := wording.Grouped(s[0])
		if s[0] < s[1] {
			text += "–" + wording.Grouped(s[1])
		}
		return text
	}
	switch {
	case c.Train[1]+c.Weak[1] == 0:
		return ""
	case c.Weak[1] > 0:
		return trainWord + span(c.Train) + " + " + span(c.Weak)
	}
	return trainWord + span(c.Train)
}

// senses returns an arrow for metrics with larger better, and for others, if the table compares
// rows by both; else nil.
func senses(t *table.Table) map[bool]string {
	of := map[bool]bool{}
	for _, c := range t.Columns {
		of[c.Metric.Higher] = of[c.Metric.Higher] || c.Compared
	}
	if of[true] && of[false] {
		return map[bool]string{true: " ↑", false: " ↓"}
	}
	return nil
}

// notesTo returns the legend, the notes up to a level, and the result hash. Full notes have no brief
// ones.
func notesTo(t *table.Table, g *grid.Grid, level table.NoteLevel, best string) []string {
	var all []string
	if text := legend(t, g, best); text != "" {
		all = append(all, text)
	}
	if slices.ContainsFunc(g.Heads, func(h grid.Head) bool { return h.Kind == "delta" }) {
		all = append(all, fmt.Sprintf("Δ: difference from the %s, with simultaneous %s %% intervals.",
			cmp.Or(t.Against, "best"), chart.Significant(100*(1-t.Alpha), 3)))
	}
	if senses(t) != nil && level > table.Short {
		all = append(all, "↓: the lower, the better; ↑: the higher, the better.")
	}
	for i, text := range t.Notes {
		full := level == table.Full || level == table.OfEffort
		if l := t.Levels[i]; l <= level && !(full && l == table.Brief) {
			all = append(all, text)
		}
	}
	return append(all, fmt.Sprintf("Result hash %.12s.", t.ResultHash))
}

// deltaCell lays out the difference of a cell from the best of its column, or from the control.
func deltaCell(cell *table.Cell, col *table.Column) grid.Cell {
	write := func(v record.Number) string {
		return wording.Signed(col.Metric.Scale()*float64(v), col.Digits)
	}
	f := grid.Cell{Value: math.NaN()}
	if finite(cell.Effect) && cell.Against != "" {
		f.Number, f.Value, f.Text = true, float64(cell.Effect), write(cell.Effect)
		if finite(cell.EffectHigh - cell.EffectLow) {
			f.Tail = strings.ReplaceAll("["+write(cell.EffectLow)+", "+write(cell.EffectHigh)+"]", "+", "")
		}
	}
	return f
}

// resultCell lays out the result of a row in column c.
func resultCell(t *table.Table, row *table.Row, c int) grid.Cell {
	cell, col := &row.Cells[c], &t.Columns[c]
	f := grid.Cell{Value: math.NaN(), Note: cell.Note, Mark: symbol(t, row, c)}
	f.Bold = t.Against == "" && (cell.Best || cell.Level)
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
	return f
}

// symbol returns the symbol of a mark: of a row level with the best or not significantly different
// from it, and of the best on one training set. See [againstControl] for tables with a control.
func symbol(t *table.Table, row *table.Row, c int) string {
	cell, col := &row.Cells[c], &t.Columns[c]
	switch {
	case t.Against != "":
		return againstControl(cell, col)
	case cell.Level:
		return "="
	case cell.Undecided:
		return "~"
	case cell.Best && col.OneTraining:
		return "†"
	}
	return ""
}

// againstControl returns the mark of a cell in a table with a control: the control itself, better,
// worse, level, or not significantly different.
func againstControl(c *table.Cell, col *table.Column) string {
	switch {
	case c.Control && col.OneTraining:
		return "control †"
	case c.Control:
		return "control"
	}
	return c.Sign(col.Metric)
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

var verdictMarks = map[stats.Verdict]string{stats.Agrees: "=", stats.Differs: "!", stats.Open: "?"}

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

// ropeWords describes the rope of a table.
func ropeWords(t *table.Table) string {
	if t.Suite == nil || t.Suite.Headroom == nil {
		return fmt.Sprint(t.Equivalence)
	}
	h := t.Suite.Headroom
	return fmt.Sprintf("%s %% of what %s gains over %s", chart.Significant(100*h.Share, 3), h.To, h.Of)
}

// legend explains the marks of the shown cells; "" if there are none.
func legend(t *table.Table, g *grid.Grid, best string) string {
	marked := map[string]bool{}
	for _, row := range g.Rows {
		for _, c := range row {
			switch {
			case c.Mark != "":
				marked[c.Mark] = true
			case c.Bold:
				marked["*"] = true
			}
		}
	}
	level := "="
	if best != "*" {
		level = "bold with ="
	}
	var parts []string
	if text := controlLegend(t); text != "" && len(marked) > 0 {
		parts = append(parts, text)
		level, marked["~"] = "=", false
	}
	for _, m := range []struct{ mark, text string }{
		{"*", best + ": the best mean"},
		{"†", strings.TrimPrefix(best+" with †", "* with ") + ": the best mean, on one training set"},
		{"~", "~: not significantly different from it"},
		{"control †", "†: on one training set"},
		{"=", level + ": level, shown to differ by less than " + ropeWords(t)},
	} {
		if marked[m.mark] {
			parts = append(parts, m.text)
		}
	}
	var rivals []string
	for _, row := range t.Rows {
		if row.Rival && row.Variant.Of == "" {
			rivals = ordered.Add(rivals, row.Decoder)
		}
	}
	if rivals != nil {
		parts = append(parts, wording.And(rivals)+": only best is tested")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.ReplaceAll(strings.Join(parts, "; "), "; Bold", "; bold") + "."
}

// controlLegend explains the marks of a table with a control.
func controlLegend(t *table.Table) string {
	for r := range t.Rows {
		if slices.ContainsFunc(t.Rows[r].Cells, func(c table.Cell) bool { return c.Control }) {
			return "Against " + t.Rows[r].Name() +
				", the declared control: + better, − worse, ~ not significantly different; " +
				"other pairs are not tested"
		}
	}
	for r := range t.Rows {
		for _, c := range t.Rows[r].Cells {
			if t.Against != "" && c.Against != "" && !t.Rows[r].Rival {
				return "Against " + c.Against +
					", the declared control, which is not shown: + better, − worse, " +
					"~ not significantly different"
			}
		}
	}
	return ""
}

func finite[F ~float64](v F) bool { return v-v == 0 }

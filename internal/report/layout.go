package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
)

// A Layout is a table with its numbers rounded, before any format's marks: what text,
// Markdown, LaTeX and a page have in common.
type Layout struct {
	Heads []Head
	Lines [][]Field // parallel to Table.Rows and, each, to Heads
}

// A Head is the heading of a column, in two lines.
type Head struct {
	Top, Bottom string
	Result      bool   // its fields are results
	Number      bool   // its fields are other numbers
	Kind        string // of [ColumnKinds]; "" for that of the learner
	Published   string // the metric with its unit, where its fields are numbers of a paper; else ""
}

// A Field is one rounded entry: mean and deviation, or in Mean alone a word or number.
type Field struct {
	Mean, Std       string
	Value           float64 // that Mean rounds; NaN where it is a word
	Number          bool    // Mean is a number of the results
	Best, Undecided bool
	Tail            string // after the marks, such as "(7 of 10)"
	Note            int    // footnote, from 1
	Again           bool   // as in the line above, since it is of the learner or its fits, which outputs share
}

// Layout rounds the table.
func (t *Table) Layout() Layout {
	l := Layout{Heads: []Head{{Bottom: "learner"}, {Bottom: "output", Kind: "output"}}}
	for i, c := range t.Columns {
		l.Heads = append(l.Heads, Head{Top: c.Dataset, Bottom: c.Metric.heading(), Result: true, Kind: "results"})
		if t.publishedIn(i) {
			l.Heads = append(l.Heads, Head{Top: c.Dataset, Bottom: "published", Result: true, Kind: "published", Published: c.Metric.heading()})
		}
	}
	heads, efforts := t.layEffort()
	l.Heads = append(l.Heads, heads...)
	for r, row := range t.Rows {
		again := r > 0 && t.Rows[r-1].Label == row.Label
		line := []Field{{Mean: row.Label, Value: notANumber, Again: again}, {Mean: row.Output, Value: notANumber}}
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
		l.Lines = append(l.Lines, line)
	}
	return l
}

func layCell(c *Cell, col Column) Field {
	f := Field{Value: notANumber, Best: c.Best, Undecided: c.Undecided, Note: c.Note}
	if c.Good == 0 {
		switch {
		case c.Planned == 0:
		case c.Outcome == "":
			f.Mean = "not run"
		case c.Outcome == record.Skipped:
			f.Mean = "—"
		default:
			f.Mean = string(c.Outcome)
		}
		return f
	}
	scale := 1.0
	if col.Metric.Percent {
		scale = 100
	}
	f.Number = true
	f.Value = float64(c.Mean) * scale
	f.Mean = chart.Fixed(f.Value, col.Digits)
	spread := c.Std
	if col.Spread == overInstances {
		spread = c.Error
	}
	if finite(float64(spread)) {
		f.Std = chart.Fixed(float64(spread)*scale, col.Digits)
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

// evidenceNote is the last line under a table.
func (t *Table) evidenceNote() string { return fmt.Sprintf("Evidence %.12s.", t.Evidence) }

// Sentences returns what stands under the table, footnotes left out: the legend of the marks, by what
// names they have, the notes, the evidence.
func (t *Table) Sentences(best, undecided string) []string {
	all := append([]string{t.legend(best, undecided)}, t.Notes...)
	if all[0] == "" {
		all = all[1:]
	}
	return append(all, t.evidenceNote())
}

package report

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/internal/record"
)

// A layout is a table with its numbers rounded, before any format's marks: what
// text, Markdown and LaTeX have in common.
type layout struct {
	heads []head
	lines [][]field // parallel to heads
}

// A head is the heading of a column, in two lines.
type head struct {
	top, bottom string
	result      bool // its fields are results
	number      bool // its fields are other numbers
}

// A field is one rounded entry: mean and std, or in mean alone a word or number.
type field struct {
	mean, std       string
	number          bool // mean is a number of the results
	best, undecided bool
	tail            string // after the marks, such as "(7 of 10)"
	note            int    // footnote, from 1
}

// lay rounds the table. The label of a learner stands on the first of its lines
// only, and so does the effort of its fits, which the outputs share.
func (t *Table) lay() layout {
	l := layout{heads: []head{{bottom: "learner"}, {bottom: "output"}}}
	for i, c := range t.Columns {
		l.heads = append(l.heads, head{top: c.Dataset, bottom: c.Metric.heading(), result: true})
		if t.publishedIn(i) {
			l.heads = append(l.heads, head{top: c.Dataset, bottom: "published", result: true})
		}
	}
	heads, efforts := t.layEffort()
	l.heads = append(l.heads, heads...)
	for r, row := range t.Rows {
		line := []field{{mean: row.Label}, {mean: row.Output}}
		first := r == 0 || t.Rows[r-1].Label != row.Label
		if !first {
			line[0].mean = ""
		}
		for c := range row.Cells {
			line = append(line, layCell(&row.Cells[c], t.Columns[c]))
			if t.publishedIn(c) {
				line = append(line, layPublished(row.Cells[c].Published, t.Columns[c]))
			}
		}
		for _, text := range efforts[r] {
			if !first {
				text = ""
			}
			line = append(line, field{mean: text})
		}
		l.lines = append(l.lines, line)
	}
	return l
}

func layCell(c *Cell, col Column) field {
	f := field{best: c.Best, undecided: c.Undecided, note: c.Note}
	if c.Good == 0 {
		switch {
		case c.Planned == 0:
		case c.Outcome == "":
			f.mean = "not run"
		case c.Outcome == record.Skipped:
			f.mean = "—"
		default:
			f.mean = string(c.Outcome)
		}
		return f
	}
	scale := 1.0
	if col.Metric.Percent {
		scale = 100
	}
	f.number = true
	f.mean = fixed(float64(c.Mean)*scale, col.Digits)
	spread := c.Std
	if col.Spread == overInstances {
		spread = c.Error
	}
	if finite(float64(spread)) {
		f.std = fixed(float64(spread)*scale, col.Digits)
	}
	f.tail = tailOf(c)
	return f
}

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
	if hasBest {
		parts = append(parts, best+": the best mean")
	}
	if hasUndecided {
		parts = append(parts, undecided+": undecided whether it differs from it")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// evidenceNote is the last line under a table.
func (t *Table) evidenceNote() string { return fmt.Sprintf("Evidence %.12s.", t.Evidence) }

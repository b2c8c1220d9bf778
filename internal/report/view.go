package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// A Style says how a table is written, and where it will be read.
type Style struct {
	Terminal  bool     // format "text": it understands ANSI bold
	Columns   []string // of the [ColumnKinds], in that order; nil: all of them, in LaTeX without effort
	NoEffort  bool     // with nil Columns: all but effort
	Transpose bool     // rows are columns: a line for each dataset and metric
	Notes     string   // of [NoteKinds]; "" is full
	Caption   string   // in place of the title
	Label     string   // format "latex": what \ref finds; "": tab: and the title's first word
}

// ColumnKinds returns the names of what columns there are, but for that of the learner.
func ColumnKinds() []string {
	return append([]string{"output", "results", "published"}, effortKinds...)
}

// effortKinds are those of them that say what fits took.
var effortKinds = []string{"cpu", "tune", "passes", "calls", "gap"}

// NoteKinds returns how much may stand under a table: all that a reader must know; no more lines than the table has, what
// misleads otherwise before the rest, and how to see it; nothing.
func NoteKinds() []string { return []string{"full", "short", "none"} }

// check says what of the style there is not.
func (s *Style) check(format string) error {
	for _, c := range s.Columns {
		if !slices.Contains(ColumnKinds(), c) {
			hint := ""
			if near := param.Nearest(c, ColumnKinds()); near != "" {
				hint = fmt.Sprintf("; did you mean %q?", near)
			}
			return fmt.Errorf("no column is called %q: there are %s%s", c, strings.Join(ColumnKinds(), ", "), hint)
		}
	}
	if s.Notes != "" && !slices.Contains(NoteKinds(), s.Notes) {
		return fmt.Errorf("notes are %s, not %q", strings.Join(NoteKinds(), ", "), s.Notes)
	}
	whole := s.Columns == nil && !s.NoEffort && !s.Transpose && s.Notes == "" && s.Caption == "" && s.Label == ""
	if (format == "csv" || format == "json") && !whole {
		return fmt.Errorf("it is whole data: columns, notes, caption, label and turning are of text, markdown and latex")
	}
	return nil
}

// effort reports whether columns of effort are shown.
func (s *Style) effort() bool {
	if s.Columns == nil {
		return !s.NoEffort
	}
	return slices.ContainsFunc(s.Columns, func(c string) bool { return slices.Contains(effortKinds, c) })
}

// view is the layout of a table in a style, for a reader who sees its lines in their order: what a line has in common with the one
// above stands there only.
func (t *Table) view(s Style) Layout {
	l := t.Layout().columns(s)
	l.Lines = slices.DeleteFunc(l.Lines, func(line []Field) bool { // of another output of the same fits, where outputs are not shown
		return !slices.ContainsFunc(line, func(f Field) bool { return !f.Again })
	})
	if s.Transpose {
		l = l.transposed()
	}
	for _, line := range l.Lines {
		for c := range line {
			if line[c].Again {
				line[c].Mean = ""
			}
			if s.Notes == "none" {
				line[c].Note = 0
			}
		}
	}
	return l
}

// columns returns the layout with the columns of a style.
func (l Layout) columns(s Style) Layout {
	wanted := s.Columns
	if wanted == nil {
		wanted = ColumnKinds()
		if s.NoEffort {
			wanted = wanted[:len(wanted)-len(effortKinds)]
		}
	}
	at := []int{0}
	for _, kind := range wanted {
		for c, h := range l.Heads {
			// A published number stays beside its result, where both are wanted.
			beside := kind == "results" && h.Kind == "published" && slices.Contains(wanted, "published")
			if h.Kind == kind && !slices.Contains(at, c) || beside {
				at = append(at, c)
			}
		}
	}
	return l.of(at)
}

// transposed returns the layout with a line for each column of numbers and a column for each line.
func (l Layout) transposed() Layout {
	words := 1 // columns of them, from the left
	for words < len(l.Heads) && !l.Heads[words].Result && !l.Heads[words].Number {
		words++
	}
	out := Layout{Heads: []Head{{Bottom: "dataset"}, {Bottom: "metric"}}}
	for _, line := range l.Lines {
		h := Head{Top: line[0].Mean, Result: true}
		if words > 1 {
			h.Bottom = line[1].Mean
		}
		out.Heads = append(out.Heads, h)
	}
	for c := words; c < len(l.Heads); c++ {
		h := l.Heads[c]
		line := []Field{{Mean: h.Top, Value: notANumber, Again: h.Result && c > words && l.Heads[c-1].Top == h.Top}, {Mean: h.Bottom, Value: notANumber}}
		for _, from := range l.Lines {
			f := from[c]
			f.Again = false
			line = append(line, f)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// title is what stands over the table.
func (t *Table) title(s Style) string {
	if s.Caption != "" {
		return s.Caption
	}
	return t.Title
}

package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spbench/spbench/harness/internal/grid"
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
	return append([]string{"decoder", "results", "published"}, effortKinds...)
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

// mostShort is the number of lines of short notes, the last one included.
const mostShort = 12

// view is the grid in a style, for readers who see its rows in their order: what a row shares with
// the one above stands there only.
func (t *Table) view(format string, s Style) (grid.Grid, error) {
	best, undecided := "Bold", "bold with ~"
	if format == "text" && !s.Terminal {
		best, undecided = "*", "~"
	}
	if format == "latex" { // effort only if columns are asked for
		s.NoEffort = true
	}
	g := t.Grid(best, undecided)
	g.Terminal, g.Label, g.Data = s.Terminal, cmp.Or(s.Label, t.label()), t
	if s.Caption != "" {
		g.Title = s.Caption
	}
	if format == "csv" {
		g.Lines = t.lines()
	}
	g = s.columns(g)
	g.Rows = slices.DeleteFunc(g.Rows, func(row []grid.Cell) bool { // another decoder of the same fits
		return !slices.ContainsFunc(row, func(f grid.Cell) bool { return !f.Again })
	})
	if s.Transpose {
		g = transposed(g)
	}
	for _, row := range g.Rows {
		for c := range row {
			if row[c].Again {
				row[c].Text = ""
			}
			if s.Notes == "none" {
				row[c].Note = 0
			}
		}
	}
	return g, t.chooseNotes(&g, format, &s)
}

// chooseNotes leaves the notes of a style. Short are the legend, what misleads otherwise, and the
// evidence; as text, with as many of the others as fit into fewer lines than the table has.
func (t *Table) chooseNotes(g *grid.Grid, format string, s *Style) error {
	switch s.Notes {
	case "none":
		g.Notes, g.Footnotes = nil, nil
	case "short":
		legend, last := g.Notes[:len(g.Notes)-len(t.Notes)-1], g.Notes[len(g.Notes)-1]
		if format != "text" {
			g.Notes = slices.Concat(legend, t.cautions, []string{last})
			return nil
		}
		rest := slices.DeleteFunc(slices.Clone(t.Notes), func(n string) bool { return slices.Contains(t.cautions, n) })
		g.Notes = slices.Concat(legend, t.cautions, rest)
		left, err := g.Briefly(mostShort)
		more := "Curves: spbench plot. All of it as a page: spbench report."
		if left > 0 {
			more = fmt.Sprintf("%d more notes: spbench table -notes full. As a page: spbench report.", left)
		}
		g.Notes = append(g.Notes, more)
		return err
	case "", "full":
		if !s.effort() {
			g.Notes = slices.DeleteFunc(g.Notes, func(n string) bool { return strings.HasPrefix(n, effortNote) })
		}
	}
	return nil
}

// columns returns the grid with the columns of a style.
func (s *Style) columns(g grid.Grid) grid.Grid {
	wanted := s.Columns
	if wanted == nil {
		wanted = ColumnKinds()
		if s.NoEffort {
			wanted = wanted[:len(wanted)-len(effortKinds)]
		}
	}
	at := []int{0}
	for _, kind := range wanted {
		for c, h := range g.Heads {
			// A published number stays beside its result, where both are wanted.
			beside := kind == "results" && h.Kind == "published" && slices.Contains(wanted, "published")
			if h.Kind == kind && !slices.Contains(at, c) || beside {
				at = append(at, c)
			}
		}
	}
	return g.Of(at)
}

// transposed returns the grid with a row for each column of numbers and a column for each row.
func transposed(g grid.Grid) grid.Grid {
	rows, heads, words := g.Rows, g.Heads, g.Words()
	g.Rows, g.Heads = nil, []grid.Head{{Bottom: "dataset"}, {Bottom: "metric"}}
	for _, row := range rows {
		h := grid.Head{Top: row[0].Text, Result: true}
		if words > 1 {
			h.Bottom = row[1].Text
		}
		g.Heads = append(g.Heads, h)
	}
	for c := words; c < len(heads); c++ {
		h := heads[c]
		line := grid.Row(h.Top, h.Bottom)
		line[0].Again = h.Result && c > words && heads[c-1].Top == h.Top
		for _, from := range rows {
			f := from[c]
			f.Again = false
			line = append(line, f)
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

// label is the name for \ref: tab: and the suite's name.
func (t *Table) label() string {
	name, _, _ := strings.Cut(t.Title, ":")
	plain := func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '-'
	}
	return "tab:" + cmp.Or(strings.Trim(strings.Map(plain, name), "-"), "results")
}

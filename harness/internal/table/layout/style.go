package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/param"
)

// A Style says how to write a table. The tags are for the command line.
type Style struct {
	// Width is for format "text": in characters. A wider table loses columns of effort, then it is
	// divided. 0 or less: any.
	Width int `kong:"-"`
	// Columns are of [ColumnKinds], in that order; nil: all but delta and parameters, in LaTeX without
	// effort.
	Columns   []string `placeholder:"NAME" help:"Show these columns, in this order: decoder, results, delta (difference from the best, with its interval), published, parameters, cpu, tune, candidates, passes, calls, gap, converged, choice; default: all but delta and parameters, in latex without effort."`
	NoEffort  bool     `help:"Hide the columns of effort: cpu, tune, candidates, passes, calls, gap, converged, choice."`
	Transpose bool     `help:"Swap rows and columns: a line for each dataset and metric."`
	Notes     string   `placeholder:"KIND" help:"full, short (only what prevents misreading) or none; default: short as text, otherwise full."` // one of [NoteKinds]
	Caption   string   `placeholder:"TEXT" help:"Replace the caption: name and description of the suite."`
	Label     string   `placeholder:"NAME" help:"LaTeX label of the table; default: tab: and the name of the suite."`
}

// ColumnKinds returns the kinds of columns, without that of the learner.
func ColumnKinds() []string {
	return append([]string{"decoder", "results", "delta", "published", "parameters"}, effortKinds...)
}

// NoteKinds returns the amounts of notes. "short" has those of level [table.Short].
func NoteKinds() []string { return []string{"full", "short", "none"} }

// check reports the first part of a style that does not exist.
func (s *Style) check(format string) error {
	for _, c := range s.Columns {
		if !slices.Contains(ColumnKinds(), c) {
			return param.Unknown("column", c, ColumnKinds())
		}
	}
	if s.Notes != "" && !slices.Contains(NoteKinds(), s.Notes) {
		return param.Unknown("kind of notes", s.Notes, NoteKinds())
	}
	whole := s.Columns == nil && !s.NoEffort && !s.Transpose && s.Notes == "" && s.Caption == "" &&
		s.Label == ""
	if format == "json" && !whole {
		return fmt.Errorf("it is whole data: columns, notes, caption, label and turning are of the other formats")
	}
	return nil
}

// effort reports whether columns of effort are shown.
func (s *Style) effort() bool {
	if s.Columns == nil {
		return !s.NoEffort
	}
	return slices.ContainsFunc(s.Columns,
		func(c string) bool { return slices.Contains(effortKinds, c) })
}

// styled lays out the table in a style. A cell that repeats the row above is left empty: readers
// see the rows in their order.
func styled(t *table.Table, format string, s Style) grid.Grid {
	best := "Bold"
	if format == "text" {
		best = "*"
	}
	if format == "latex" { // effort only on demand
		s.NoEffort = true
	}
	g := Grid(t, best)
	g.Width, g.Data = s.Width, t
	g.Label = cmp.Or(s.Label, refLabel(t.Title))
	if s.Caption != "" {
		g.Title = s.Caption
		if _, changes, ok := strings.Cut(t.Title, " (changed on"); ok {
			g.Title += " (changed on" + changes
		}
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
			if row[c].Again && format != "csv" {
				row[c].Text = ""
			}
			if s.Notes == "none" {
				row[c].Note = 0
			}
		}
	}
	selectNotes(t, &g, format, &s, best)
	return g
}

// selectNotes sets the notes of a style. Short ones as text name the command for the others.
func selectNotes(t *table.Table, g *grid.Grid, format string, s *Style, best string) {
	kind := cmp.Or(s.Notes, "full")
	if s.Notes == "" && format == "text" {
		kind = "short"
	}
	level := table.Full
	switch {
	case kind == "none":
		g.Notes, g.Footnotes = nil, nil
		return
	case kind == "short":
		level = table.Short
	case s.effort():
		level = table.OfEffort
	}
	g.Notes = notesTo(t, g, level, best)
	if n := len(t.Notes); format == "text" && kind == "short" && n > 0 {
		g.Notes[len(g.Notes)-1] += " More notes: spbench table -notes full."
	}
}

// columns returns the grid with only the columns of the style.
func (s *Style) columns(g grid.Grid) grid.Grid {
	wanted := s.Columns
	if wanted == nil {
		wanted = []string{"decoder", "results", "published"}
		if !s.NoEffort {
			wanted = append(wanted, effortKinds...)
		}
	}
	at := []int{0}
	for _, kind := range wanted {
		for c, h := range g.Heads {
			// Differences and published numbers stay beside their results if both are wanted.
			beside := kind == "results" && slices.Contains([]string{"delta", "published"}, h.Kind) &&
				slices.Contains(wanted, h.Kind)
			if h.Kind == kind && !slices.Contains(at, c) || beside {
				at = append(at, c)
			}
		}
	}
	g = g.Select(at)
	for c := range g.Heads { // what was asked for stays on a narrow terminal
		g.Heads[c].Optional = g.Heads[c].Optional && s.Columns == nil
	}
	return g
}

// transposed swaps rows and columns of numbers.
func transposed(g grid.Grid) grid.Grid {
	rows, heads, words := g.Rows, g.Heads, g.Words()
	g.Rows, g.Heads = nil, []grid.Head{{Bottom: "dataset"}, {Bottom: "metric"}, {Bottom: "train"}}
	for _, row := range rows {
		h := grid.Head{Top: row[0].Text, Result: true}
		if words > 1 {
			h.Bottom = row[1].Text
		}
		g.Heads = append(g.Heads, h)
	}
	for c := words; c < len(heads); c++ {
		h := heads[c]
		line := grid.Row(h.Top, h.Bottom, "")
		if h.Kind == "results" {
			line[2].Text = strings.TrimPrefix(h.Third, trainWord)
		}
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

// refLabel returns the label for \ref: tab: and the name of the suite.
func refLabel(title string) string {
	name, _, _ := strings.Cut(title, ":")
	plain := func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '-'
	}
	return "tab:" + cmp.Or(strings.Trim(strings.Map(plain, name), "-"), "results")
}

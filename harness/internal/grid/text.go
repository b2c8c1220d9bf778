package grid

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// text writes the grid for people: rules above, below and under the heading, as in a book. Notes
// are as wide as the table, between 72 and 100 characters.
func (g *Grid) text(b *bytes.Buffer) error {
	if title := Plain(g.Title); title != "" {
		fmt.Fprintln(b, title)
	}
	panels, narrowed := g.narrow()
	widest := 0
	for _, panel := range panels {
		lines, width, err := panel.lines()
		if err != nil {
			return err
		}
		b.WriteString(strings.Join(lines, ""))
		widest = max(widest, width)
	}
	widest = max(72, min(widest, 100))
	if g.Width > 0 {
		widest = min(widest, g.Width)
	}
	for _, note := range append(slices.Clip(g.Notes), narrowed) {
		wrap(b, "", Plain(note), widest)
	}
	for i, note := range g.Footnotes {
		wrap(b, fmt.Sprintf("[%d] ", i+1), note, widest)
	}
	return nil
}

// lines returns the lines of heading and rows, and their width in characters; none without columns.
func (g *Grid) lines() (lines []string, width int, err error) {
	if len(g.Heads) == 0 {
		return nil, 0, nil
	}
	heads := make([]string, len(g.Heads))
	align := make([]tw.Align, len(g.Heads))
	pad := make([]tw.Padding, len(g.Heads))
	columns := make([][]string, len(g.Heads))
	for c, h := range g.Heads {
		heads[c], align[c] = Plain(h.Bottom), tw.AlignLeft
		if g.tops() {
			heads[c] = Plain(h.Top) + "\n" + heads[c]
		}
		if g.thirds() {
			heads[c] += "\n" + Plain(h.Third)
		}
		if h.Number {
			align[c] = tw.AlignRight
		}
		columns[c] = g.column(c)
		pad[c] = tw.Padding{Left: " ", Right: " "}
	}
	pad[0].Left, pad[len(pad)-1].Right = "", "" // no margins
	for c := range pad {
		pad[c].Overwrite = true
	}
	var b strings.Builder
	table := newTable(&b, align, pad)
	table.Header(heads)
	for r := range g.Rows {
		cells := make([]string, len(columns))
		for c := range columns {
			cells[c] = columns[c][r]
		}
		if err := table.Append(cells); err != nil {
			return nil, 0, err
		}
	}
	if err := table.Render(); err != nil {
		return nil, 0, err
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, " \n")
		lines, width = append(lines, line+"\n"), max(width, length(line))
	}
	return lines, width, nil
}

// newTable returns an empty table with the alignment and padding of each column.
func newTable(w io.Writer, align []tw.Align, pad []tw.Padding) *tablewriter.Table {
	return tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(bookRules)),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithEastAsian(tw.Off), // else the locale would decide how wide ± is
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithHeaderPaddingPerColumn(pad),
		tablewriter.WithRowPaddingPerColumn(pad),
	)
}

// bookRules draws three horizontal rules and nothing between columns.
var bookRules = tw.Rendition{
	Borders: tw.Border{Left: tw.Off, Right: tw.Off, Top: tw.On, Bottom: tw.On},
	Symbols: tw.NewSymbols(tw.StyleLight),
	Settings: tw.Settings{
		Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
		Lines:      tw.Lines{ShowTop: tw.On, ShowBottom: tw.On, ShowHeaderLine: tw.On},
	},
}

// column returns the cells of column c as text. In results, means, ± and marks stand below each
// other.
func (g *Grid) column(c int) []string {
	mean, spread := 0, 0
	for _, row := range g.Rows {
		if f := row[c]; f.Number {
			mean, spread = max(mean, length(f.Text)), max(spread, length(f.Spread))
		}
	}
	texts := make([]string, len(g.Rows))
	for r, row := range g.Rows {
		f := row[c]
		text := Plain(f.Text)
		if f.Number {
			text = padLeft(text, mean)
		}
		if f.Spread != "" {
			text += " ± " + padLeft(f.Spread, spread)
		}
		if f.Mark != "" {
			text += " " + f.Mark
		} else if f.Bold {
			text += " *"
		}
		if f.Tail != "" {
			text += " " + f.Tail
		}
		if f.Note > 0 {
			text += fmt.Sprintf(" [%d]", f.Note)
		}
		texts[r] = text
	}
	return texts
}

// length returns how many places s takes on a terminal, whatever the locale.
func length(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-length(s))) + s
}

// wrap writes text after lead in lines of at most width characters; later lines are indented. A
// longer word gets a line of its own.
func wrap(w io.Writer, lead, text string, width int) {
	line, indent := lead, strings.Repeat(" ", max(2, len(lead)))
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && length(line)+1+length(word) > width {
			fmt.Fprintln(w, line)
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	if !empty {
		fmt.Fprintln(w, line)
	}
}

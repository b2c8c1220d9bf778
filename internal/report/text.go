package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// writeText writes the table for people: rules above, below and under the
// heading, as in a book, and the notes wrapped to its width.
func (t *Table) writeText(w io.Writer, s Style) error {
	l := t.view(s)
	title, legend := t.title(s), t.legend("*", "~")
	if s.Terminal {
		if title != "" {
			title = bold(title)
		}
		legend = t.legend("Bold", "bold with ~")
	}
	if title != "" {
		fmt.Fprintln(w, title)
	}
	heads := make([]string, len(l.Heads))
	align := make([]tw.Align, len(l.Heads))
	pad := make([]tw.Padding, len(l.Heads))
	columns := make([][]string, len(l.Heads))
	for c, h := range l.Heads {
		heads[c], align[c] = h.Bottom, tw.AlignLeft
		if l.twoLines() {
			heads[c] = h.Top + "\n" + h.Bottom
		}
		if h.Number {
			align[c] = tw.AlignRight
		}
		columns[c] = l.alignColumn(c, s.Terminal)
		pad[c] = tw.Padding{Left: " ", Right: " "}
	}
	pad[0].Left, pad[len(pad)-1].Right = "", "" // no margins
	for c := range pad {
		pad[c].Overwrite = true
	}
	var b strings.Builder
	table := tablewriter.NewTable(&b,
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
	table.Header(heads)
	for r := range l.Lines {
		cells := make([]string, len(columns))
		for c := range columns {
			cells[c] = columns[c][r]
		}
		if err := table.Append(cells); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	width, height := 0, 0
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, " \n")
		fmt.Fprintln(w, line)
		width, height = max(width, length(line)), height+1
	}
	width = max(72, min(width, 100))
	switch s.Notes {
	case "", "full":
		t.writeNotes(w, s, legend, width)
	case "short":
		t.writeShort(w, legend, width, height)
	}
	return nil
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

func (l *Layout) twoLines() bool {
	for _, h := range l.Heads {
		if h.Top != "" {
			return true
		}
	}
	return false
}

// alignColumn returns the fields of column c as text. In results, means, ± and
// marks stand below each other.
func (l *Layout) alignColumn(c int, terminal bool) []string {
	mean, std := 0, 0
	for _, line := range l.Lines {
		if f := line[c]; f.Number {
			mean, std = max(mean, length(f.Mean)), max(std, length(f.Std))
		}
	}
	texts := make([]string, len(l.Lines))
	for r, line := range l.Lines {
		f := line[c]
		text := f.Mean
		if f.Number {
			text = padLeft(text, mean)
		}
		if f.Std != "" {
			text += " ± " + padLeft(f.Std, std)
		}
		if terminal && (f.Best || f.Undecided) {
			text = bold(text)
		}
		texts[r] = text + f.after(terminal)
	}
	return texts
}

func bold(s string) string { return "\x1b[1m" + s + "\x1b[0m" }

// after returns what follows the number: mark, count, footnote.
func (f Field) after(terminal bool) string {
	text := ""
	switch {
	case f.Undecided:
		text = " ~"
	case f.Best && !terminal:
		text = " *"
	}
	if f.Tail != "" {
		text += " " + f.Tail
	}
	if f.Note > 0 {
		text += fmt.Sprintf(" [%d]", f.Note)
	}
	return text
}

// length returns how many places s takes on a terminal, whatever the locale.
func length(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-length(s))) + s
}

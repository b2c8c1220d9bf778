package grid

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// text writes the grid for people: rules above, below and under the heading, as in a book. Notes
// are as wide as the table, between 72 and 100 characters.
func (g *Grid) text(b *bytes.Buffer) error {
	title := Plain(g.Title)
	if g.Terminal && title != "" {
		title = bold(title)
	}
	if title != "" {
		fmt.Fprintln(b, title)
	}
	panels, narrowed := g.narrow()
	widest := 0
	for _, panel := range panels {
		lines, width := panel.lines()
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
func (g *Grid) lines() (lines []string, width int) {
	if len(g.Heads) == 0 {
		return nil, 0
	}
	heads := 1
	if g.twoLines() {
		heads = 2
	}
	rows := make([][]string, heads+len(g.Rows))
	for c, h := range g.Heads {
		column := append([]string{Plain(h.Top), Plain(h.Bottom)}[2-heads:], g.column(c)...)
		pad(column, h.Number)
		for r, text := range column {
			rows[r] = append(rows[r], text)
		}
	}
	for _, row := range rows {
		line := strings.Join(row, "  ")
		lines, width = append(lines, strings.TrimRight(line, " ")+"\n"), length(line)
	}
	rule := strings.Repeat("─", width) + "\n"
	lines = slices.Insert(lines, heads, rule)
	return slices.Concat([]string{rule}, lines, []string{rule}), width
}

// pad fills texts with spaces to the width of the widest, on their left if they are aligned to the
// right.
func pad(texts []string, right bool) {
	width := 0
	for _, text := range texts {
		width = max(width, length(text))
	}
	for i, text := range texts {
		space := strings.Repeat(" ", width-length(text))
		if texts[i] = text + space; right {
			texts[i] = space + text
		}
	}
}

// column returns the cells of column c as text. In results, means, ± and marks stand below each
// other.
func (g *Grid) column(c int) []string {
	var means, spreads []string
	for _, row := range g.Rows {
		if f := row[c]; f.Number {
			means, spreads = append(means, Plain(f.Text)), append(spreads, f.Spread)
		}
	}
	pad(means, true)
	pad(spreads, true)
	texts := make([]string, len(g.Rows))
	for r, row := range g.Rows {
		f := row[c]
		text, spread := Plain(f.Text), f.Spread
		if f.Number {
			text, spread, means, spreads = means[0], spreads[0], means[1:], spreads[1:]
		}
		if f.Spread != "" {
			text += " ± " + spread
		}
		if g.Terminal && f.Bold {
			text = bold(text)
		}
		if f.Mark != "" {
			text += " " + f.Mark
		} else if f.Bold && !g.Terminal {
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

// Switches of bold on a terminal.
const boldOn, boldOff = "\x1b[1m", "\x1b[0m"

func bold(s string) string { return boldOn + s + boldOff }

// length returns how many places s takes on a terminal, whatever the locale. Bold takes none.
func length(s string) int {
	s = strings.NewReplacer(boldOn, "", boldOff, "").Replace(s)
	return (&runewidth.Condition{}).StringWidth(s)
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

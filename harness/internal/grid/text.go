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
	if title := Plain(g.Title); title != "" {
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
	const headLines = 3
	rows := make([][]string, headLines+len(g.Rows))
	for c, h := range g.Heads {
		column := append([]string{Plain(h.Top), Plain(h.Bottom), Plain(h.Third)}, g.column(c)...)
		wide := 0
		for _, text := range column {
			wide = max(wide, length(text))
		}
		for r, text := range column {
			if h.Number {
				text = padLeft(text, wide)
			}
			rows[r] = append(rows[r], text+strings.Repeat(" ", wide-length(text)))
		}
	}
	for _, row := range rows {
		line := strings.Join(row, "  ")
		lines, width = append(lines, strings.TrimRight(line, " ")+"\n"), length(line)
	}
	heads := slices.DeleteFunc(lines[:headLines:headLines], func(line string) bool { return line == "\n" })
	rule := []string{strings.Repeat("─", width) + "\n"}
	return slices.Concat(rule, heads, rule, lines[headLines:], rule), width
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
func length(s string) int { return anywhere.StringWidth(s) }

var anywhere = runewidth.Condition{StrictEmojiNeutral: true}

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

package grid

import (
	"bytes"
	"fmt"
	"strings"
)

// markdown writes a pipe table, padded for readers of the source, and the notes as a list.
// Footnotes use the syntax [^1].
func (g *Grid) markdown(b *bytes.Buffer) error {
	if g.Title != "" {
		fmt.Fprintf(b, "### %s\n", escapeMarkdown(g.Title))
	}
	if len(g.Heads) > 0 {
		g.pipes(b)
	}
	for i, note := range g.Notes {
		if i == 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "- %s\n", escapeMarkdown(note))
	}
	for i, note := range g.Footnotes {
		fmt.Fprintf(b, "\n[^%d]: %s\n", i+1, markdownEscapes.Replace(note))
	}
	return nil
}

// pipes writes heading and rows.
func (g *Grid) pipes(b *bytes.Buffer) {
	if b.Len() > 0 {
		fmt.Fprintln(b)
	}
	rows := make([][]string, len(g.Rows)+2)
	for c, name := range g.names() {
		name = escapeMarkdown(name)
		if third := g.Heads[c].Third; third != "" {
			name += "<br>" + escapeMarkdown(third)
		}
		rows[0] = append(rows[0], name)
		width := max(3, length(rows[0][c]))
		for r, row := range g.Rows {
			rows[r+2] = append(rows[r+2], row[c].markdown())
			width = max(width, length(rows[r+2][c]))
		}
		rows[1] = append(rows[1], strings.Repeat("-", width))
		right := g.Heads[c].Right()
		if right {
			rows[1][c] = rows[1][c][1:] + ":"
		}
		for _, row := range rows {
			if right {
				row[c] = padLeft(row[c], width)
			}
			row[c] += strings.Repeat(" ", width-length(row[c]))
		}
	}
	for _, row := range rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
}

func (c Cell) markdown() string {
	text := escapeMarkdown(c.Text)
	if c.Spread != "" {
		text += " ± " + c.Spread
	}
	if c.Bold {
		text = "**" + text + "**"
	}
	if c.Mark != "" {
		text += " " + escapeMarkdown(c.Mark)
	}
	if c.Tail != "" {
		text += " " + escapeMarkdown(c.Tail)
	}
	if c.Note > 0 {
		text += fmt.Sprintf("[^%d]", c.Note)
	}
	return text
}

// escapeMarkdown makes text stand for itself, also within a table. Formulas become plain.
func escapeMarkdown(s string) string { return markdownEscapes.Replace(Plain(s)) }

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, "`", "\\`", `*`, `\*`, `_`, `\_`, `~`, `\~`, `<`, `\<`,
	`[`, `\[`, `]`, `\]`, `&`, `\&`, `$`, `\$`, "\n", " ")

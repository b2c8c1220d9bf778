package report

import (
	"fmt"
	"io"
	"strings"
)

// writeMarkdown writes a pipe table, padded so that it can be read as it is,
// and the notes as a list. Footnotes use the syntax [^1].
func (t *Table) writeMarkdown(w io.Writer) {
	l := t.lay()
	if t.Title != "" {
		fmt.Fprintf(w, "### %s\n\n", EscapeMarkdown(t.Title))
	}
	rows := make([][]string, len(l.lines)+1)
	width := make([]int, len(l.heads))
	for c, h := range l.heads {
		rows[0] = append(rows[0], EscapeMarkdown(strings.TrimSpace(h.top+" "+h.bottom)))
		for r, line := range l.lines {
			rows[r+1] = append(rows[r+1], line[c].markdown())
		}
		width[c] = 3
		for _, row := range rows {
			width[c] = max(width[c], length(row[c]))
		}
	}
	for r, row := range rows {
		for c, text := range row {
			if l.heads[c].number || l.heads[c].result {
				text = padLeft(text, width[c])
			} else {
				text += strings.Repeat(" ", width[c]-length(text))
			}
			fmt.Fprintf(w, "| %s ", text)
		}
		fmt.Fprintln(w, "|")
		if r == 0 {
			writeMarkdownRule(w, l.heads, width)
		}
	}
	fmt.Fprintln(w)
	notes := append([]string{t.legend("Bold", "bold with ~")}, t.Notes...)
	for _, note := range append(notes, t.evidenceNote()) {
		if note != "" {
			fmt.Fprintf(w, "- %s\n", EscapeMarkdown(note))
		}
	}
	for i, note := range t.Footnotes {
		fmt.Fprintf(w, "\n[^%d]: %s\n", i+1, EscapeMarkdown(note))
	}
}

func writeMarkdownRule(w io.Writer, heads []head, width []int) {
	for c, h := range heads {
		rule := strings.Repeat("-", width[c])
		if h.number || h.result {
			rule = rule[1:] + ":"
		}
		fmt.Fprintf(w, "| %s ", rule)
	}
	fmt.Fprintln(w, "|")
}

func (f field) markdown() string {
	text := EscapeMarkdown(f.mean)
	if f.std != "" {
		text += " ± " + f.std
	}
	if f.best || f.undecided {
		text = "**" + text + "**"
	}
	if f.undecided {
		text += ` \~`
	}
	if f.tail != "" {
		text += " " + EscapeMarkdown(f.tail)
	}
	if f.note > 0 {
		text += fmt.Sprintf("[^%d]", f.note)
	}
	return text
}

// EscapeMarkdown makes text stand for itself, also within a table.
func EscapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, "`", "\\`", `*`, `\*`, `_`, `\_`, `~`, `\~`, `<`, `\<`, `[`, `\[`, `]`, `\]`, `&`, `\&`, `$`, `\$`,
	"\n", " ")

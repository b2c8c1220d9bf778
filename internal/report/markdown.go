package report

import (
	"fmt"
	"io"
	"strings"
)

// writeMarkdown writes a pipe table, padded so that it can be read as it is,
// and the notes as a list. Footnotes use the syntax [^1].
func (t *Table) writeMarkdown(w io.Writer, s Style) {
	l := t.view(s)
	if title := t.title(s); title != "" {
		fmt.Fprintf(w, "### %s\n\n", EscapeMarkdown(title))
	}
	rows := make([][]string, len(l.Lines)+1)
	width := make([]int, len(l.Heads))
	for c, h := range l.Heads {
		rows[0] = append(rows[0], EscapeMarkdown(strings.TrimSpace(h.Top+" "+h.Bottom)))
		for r, line := range l.Lines {
			rows[r+1] = append(rows[r+1], line[c].markdown())
		}
		width[c] = 3
		for _, row := range rows {
			width[c] = max(width[c], length(row[c]))
		}
	}
	for r, row := range rows {
		for c, text := range row {
			if l.Heads[c].Number || l.Heads[c].Result {
				text = padLeft(text, width[c])
			} else {
				text += strings.Repeat(" ", width[c]-length(text))
			}
			fmt.Fprintf(w, "| %s ", text)
		}
		fmt.Fprintln(w, "|")
		if r == 0 {
			writeMarkdownRule(w, l.Heads, width)
		}
	}
	sentences, footnotes := t.small(s)
	if len(sentences) > 0 {
		fmt.Fprintln(w)
	}
	for _, note := range sentences {
		fmt.Fprintf(w, "- %s\n", EscapeMarkdown(note))
	}
	for i, note := range footnotes {
		fmt.Fprintf(w, "\n[^%d]: %s\n", i+1, EscapeMarkdown(note))
	}
}

func writeMarkdownRule(w io.Writer, heads []Head, width []int) {
	for c, h := range heads {
		rule := strings.Repeat("-", width[c])
		if h.Number || h.Result {
			rule = rule[1:] + ":"
		}
		fmt.Fprintf(w, "| %s ", rule)
	}
	fmt.Fprintln(w, "|")
}

func (f Field) markdown() string {
	text := EscapeMarkdown(f.Mean)
	if f.Std != "" {
		text += " ± " + f.Std
	}
	if f.Best || f.Undecided {
		text = "**" + text + "**"
	}
	if f.Undecided {
		text += ` \~`
	}
	if f.Tail != "" {
		text += " " + EscapeMarkdown(f.Tail)
	}
	if f.Note > 0 {
		text += fmt.Sprintf("[^%d]", f.Note)
	}
	return text
}

// EscapeMarkdown makes text stand for itself, also within a table.
func EscapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, "`", "\\`", `*`, `\*`, `_`, `\_`, `~`, `\~`, `<`, `\<`, `[`, `\[`, `]`, `\]`, `&`, `\&`, `$`, `\$`,
	"\n", " ")

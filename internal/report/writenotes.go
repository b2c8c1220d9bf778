package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeNotes writes legend, notes, footnotes and evidence, wrapped.
func (t *Table) writeNotes(w io.Writer, s Style, legend string, width int) {
	if legend != "" {
		Wrap(w, "", legend, width)
	}
	for _, note := range t.Notes {
		if s.effort() || !strings.HasPrefix(note, effortNote) {
			Wrap(w, "", note, width)
		}
	}
	for i, note := range t.Footnotes {
		Wrap(w, fmt.Sprintf("[%d] ", i+1), note, width)
	}
	Wrap(w, "", t.evidenceNote(), width)
}

// mostShort is the number of lines of short notes, the last one included.
const mostShort = 12

// writeShort writes of all that fewer lines than the table has, and not many: what misleads otherwise before the rest; in the last line, how to
// see what is left out.
func (t *Table) writeShort(w io.Writer, legend string, width, height int) {
	var small strings.Builder
	if legend != "" {
		Wrap(&small, "", legend, width)
	}
	room := min(height-1, mostShort) - 1 - strings.Count(small.String(), "\n") // but for the last line
	rest := slices.Concat(t.cautions, slices.DeleteFunc(slices.Clone(t.Notes), func(n string) bool { return slices.Contains(t.cautions, n) }))
	left := 0
	for _, note := range rest {
		var b strings.Builder
		Wrap(&b, "", note, width)
		if lines := strings.Count(b.String(), "\n"); lines <= room {
			small.WriteString(b.String())
			room -= lines
		} else {
			left++
		}
	}
	left += len(t.Footnotes)
	io.WriteString(w, small.String())
	if left > 0 {
		fmt.Fprintf(w, "%d more notes: spbench table -notes full. Curves: spbench plot. All of it: spbench report.\n", left)
	} else {
		fmt.Fprintln(w, "Curves: spbench plot. All of it as a page: spbench report.")
	}
}

// Wrap writes text after lead in lines of at most width characters; later lines are
// indented. A longer word gets a line of its own.
func Wrap(w io.Writer, lead, text string, width int) {
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
	fmt.Fprintln(w, line)
}

// small returns the sentences and the footnotes that stand under the table in Markdown and LaTeX. Short are the legend, what misleads otherwise,
// and the evidence; the footnotes stay, as marks in the table point at them.
func (t *Table) small(s Style) (sentences, footnotes []string) {
	switch s.Notes {
	case "none":
		return nil, nil
	case "short":
		if legend := t.legend("Bold", "bold with ~"); legend != "" {
			sentences = append(sentences, legend)
		}
		return append(append(sentences, t.cautions...), t.evidenceNote()), t.Footnotes
	}
	sentences = t.Sentences("Bold", "bold with ~")
	if !s.effort() {
		sentences = slices.DeleteFunc(sentences, func(n string) bool { return strings.HasPrefix(n, effortNote) })
	}
	return sentences, t.Footnotes
}

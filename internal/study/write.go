package study

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spbench/spbench/internal/report"
)

// Formats returns what a part can be written as, the default first.
func Formats() []string { return []string{"text", "markdown", "latex", "json"} }

// Write writes the words and the numbers of the part in one of the [Formats]; charts are on the page only.
func (p *Part) Write(w io.Writer, format string) error {
	var b strings.Builder
	switch format {
	case "text":
		p.text(&b)
	case "markdown":
		p.markdown(&b)
	case "latex":
		p.latex(&b)
	case "json":
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(p); err != nil {
			return fmt.Errorf("study: write %s: %w", p.Name, err)
		}
	default:
		return fmt.Errorf("study: no format is called %q; there are %s", format, strings.Join(Formats(), ", "))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("study: write %s: %w", p.Name, err)
	}
	return nil
}

// paragraphs are the sentences that stand under the grid.
func (p *Part) paragraphs() []string {
	switch {
	case p.Empty != "":
		return []string{p.Empty}
	case p.Grid != nil && len(p.Grid.More) > 0:
		return append(slices.Clone(p.Text), fmt.Sprintf("Of %d lines %d are shown here, the others with -all and in -format json.", len(p.Grid.All()), len(p.Grid.Rows)))
	}
	return p.Text
}

func (p *Part) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", p.Title)
	if p.Grid != nil {
		b.WriteString("\n")
		p.Grid.text(b)
	}
	for _, line := range p.paragraphs() {
		b.WriteString("\n")
		report.Wrap(b, "", line, 100)
	}
}

// text writes columns of equal width.
func (g *Grid) text(b *strings.Builder) {
	width := g.width(func(s string) string { return s })
	for r, row := range append([][]string{g.Head}, g.Rows...) {
		var line strings.Builder
		for c, s := range row {
			gap := strings.Repeat(" ", width[c]-utf8.RuneCountInString(s))
			switch {
			case c >= g.Left:
				s = gap + s
			case c < len(row)-1:
				s += gap
			}
			if c > 0 {
				line.WriteString("  ")
			}
			line.WriteString(s)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		if r == 0 {
			total := 2 * (len(width) - 1)
			for _, n := range width {
				total += n
			}
			b.WriteString(strings.Repeat("─", total) + "\n")
		}
	}
}

// width returns the width of each column in characters.
func (g *Grid) width(escape func(string) string) []int {
	width := make([]int, len(g.Head))
	for _, row := range append([][]string{g.Head}, g.Rows...) {
		for c, s := range row {
			width[c] = max(width[c], utf8.RuneCountInString(escape(s)))
		}
	}
	return width
}

func (p *Part) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "### %s\n", report.EscapeMarkdown(p.Title))
	if g := p.Grid; g != nil {
		b.WriteString("\n")
		line := func(row []string) {
			for _, s := range row {
				fmt.Fprintf(b, "| %s ", s)
			}
			b.WriteString("|\n")
		}
		escaped := func(row []string) (out []string) {
			for _, s := range row {
				out = append(out, report.EscapeMarkdown(s))
			}
			return out
		}
		line(escaped(g.Head))
		rules := make([]string, len(g.Head))
		for c := range rules {
			rules[c] = "---:"
			if c < g.Left {
				rules[c] = "---"
			}
		}
		line(rules)
		for _, row := range g.Rows {
			line(escaped(row))
		}
	}
	for _, text := range p.paragraphs() {
		fmt.Fprintf(b, "\n%s\n", report.EscapeMarkdown(text))
	}
}

func (p *Part) latex(b *strings.Builder) {
	fmt.Fprintf(b, "%% %s\n", strings.ReplaceAll(p.Title, "\n", " "))
	if g := p.Grid; g != nil {
		fmt.Fprintf(b, "\\begin{tabular}{%s%s}\n\\toprule\n", strings.Repeat("l", g.Left), strings.Repeat("r", len(g.Head)-g.Left))
		for r, row := range append([][]string{g.Head}, g.Rows...) {
			escaped := make([]string, len(row))
			for c, s := range row {
				escaped[c] = report.EscapeLaTeX(s)
			}
			fmt.Fprintf(b, "%s \\\\\n", strings.Join(escaped, " & "))
			if r == 0 {
				b.WriteString("\\midrule\n")
			}
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	for _, text := range p.paragraphs() {
		fmt.Fprintf(b, "\n%s\n", report.EscapeLaTeX(text))
	}
}

package grid

import (
	"bytes"
	"fmt"
	"strings"
)

// latex writes a table environment that needs the packages booktabs and threeparttable and no
// other. A table wider than a line of the class article is set smaller; if that does not do,
// results stand in several panels, each with the names of its rows.
func (g *Grid) latex(b *bytes.Buffer) error {
	fmt.Fprintf(b,
		"%% needs \\usepackage{booktabs,threeparttable}\n\\begin{table}\n\\centering\n\\begin{threeparttable}\n")
	if g.Title != "" {
		fmt.Fprintf(b, "\\caption{%s}\n", escapeLaTeX(g.Title))
	}
	fmt.Fprintf(b, "\\label{%s}\n", g.Label)
	if len(g.Heads) > 0 {
		panels, size := g.panels()
		for i, panel := range panels {
			if i > 0 {
				fmt.Fprint(b, "\n\\medskip\n")
			}
			panel.tabular(b, size, len(panels) > 1)
		}
	}
	if len(g.Notes)+len(g.Footnotes) > 0 {
		fmt.Fprintf(b, "\\begin{tablenotes}[flushleft]\\footnotesize\\raggedright\n")
		for _, note := range g.Notes {
			fmt.Fprintf(b, "\\item %s\n", escapeLaTeX(note))
		}
		for i, note := range g.Footnotes {
			fmt.Fprintf(b, "\\item[%d] %s\n", i+1, escapeLaTeX(note))
		}
		fmt.Fprintf(b, "\\end{tablenotes}\n")
	}
	fmt.Fprintf(b, "\\end{threeparttable}\n\\end{table}\n")
	return nil
}

// tabular writes the grid as a tabular in that size. If spread, it is as wide as the line, and so
// are the notes: their width is that of the last panel.
func (g *Grid) tabular(b *bytes.Buffer, size latexSize, spread bool) {
	spec := ""
	for _, h := range g.Heads {
		if h.Right() {
			spec += "r"
		} else {
			spec += "l"
		}
	}
	environment, width, stretch := "tabular", "", ""
	if spread {
		environment, width, stretch = "tabular*", `{\linewidth}`, `\extracolsep{\fill}`
	}
	fmt.Fprintf(b, "%s\\setlength{\\tabcolsep}{%gpt}\n\\begin{%s}%s{@{%s}%s@{}}\n\\toprule\n",
		size.command, size.between/2, environment, width, stretch, spec)
	g.latexHeads(b)
	for _, row := range g.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.latex()
		}
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(b, "\\bottomrule\n\\end{%s}\n", environment)
}

// latexHeads writes the lines of the heading. Groups in the upper one, such as a dataset with two
// metrics, are joined above a rule.
func (g *Grid) latexHeads(b *bytes.Buffer) {
	var top, bottom, rules []string
	for c, end := 0, 0; c < len(g.Heads); c = end {
		end = g.group(c)
		text := escapeLaTeX(g.Heads[c].Top)
		if end-c > 1 {
			rules = append(rules, fmt.Sprintf("\\cmidrule(lr){%d-%d}\n", c+1, end))
		}
		if end-c > 1 || g.Heads[c].Right() {
			text = fmt.Sprintf("\\multicolumn{%d}{c}{%s}", end-c, text)
		}
		top = append(top, text)
	}
	for _, h := range g.Heads {
		text := escapeLaTeX(h.Bottom)
		if h.Right() {
			text = "\\multicolumn{1}{c}{" + text + "}"
		}
		bottom = append(bottom, text)
	}
	if g.twoLines() {
		fmt.Fprintf(b, "%s \\\\\n%s", strings.Join(top, " & "), strings.Join(rules, ""))
	}
	fmt.Fprintf(b, "%s \\\\\n\\midrule\n", strings.Join(bottom, " & "))
}

func (c Cell) latex() string {
	text := escapeLaTeX(c.Text)
	if c.Spread != "" {
		text += ` $\pm$ ` + c.Spread
	}
	if c.Bold {
		text = `\textbf{` + text + `}`
	}
	if c.Mark != "" {
		text += " " + escapeLaTeX(c.Mark)
	}
	if c.Tail != "" {
		text += " " + escapeLaTeX(c.Tail)
	}
	if c.Note > 0 {
		text += fmt.Sprintf(`\tnote{%d}`, c.Note)
	}
	return text
}

// escapeLaTeX makes text stand for itself, with the symbols that reports use.
func escapeLaTeX(s string) string { return latexEscapes.Replace(s) }

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`,
	`\_`,
	`^`, `\textasciicircum{}`, `~`, `$\sim$`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`,
	`[`, `{[}`, `]`, `{]}`, `*`, `{*}`,
	`±`, `$\pm$`, `×`, `$\times$`, `·`, `$\cdot$`, `≤`, `$\le$`, `≥`, `$\ge$`, `≠`, `$\ne$`, `−`,
	`$-$`,
	`α`, `$\alpha$`, `Δ`, `$\Delta$`, `λ`, `$\lambda$`, `Σ`, `$\Sigma$`, `∞`, `$\infty$`,
	`†`, `$\dagger$`, `—`, `---`, `–`, `--`, `…`, `\dots{}`, "\n", " ")

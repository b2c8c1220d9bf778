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
		fmt.Fprintf(b,
			"\\begin{tablenotes}[flushleft]\\footnotesize\\raggedright\\setlength{\\labelsep}{0pt}\n")
		for _, note := range g.Notes {
			fmt.Fprintf(b, "\\item %s\n", escapeLaTeX(note))
		}
		for i, note := range g.Footnotes {
			fmt.Fprintf(b, "\\item[%d]\\,%s\n", i+1, latexEscapes.Replace(note))
		}
		fmt.Fprintf(b, "\\end{tablenotes}\n")
	}
	fmt.Fprintf(b, "\\end{threeparttable}\n\\end{table}\n")
	return nil
}

// tabular writes the grid as a tabular in that size. If spread, it is as wide as the line, and so
// are the notes: their width is that of the last panel.
func (g *Grid) tabular(b *bytes.Buffer, size latexSize, spread bool) {
	spec, result := "", "r@{}l"
	environment, width, stretch := "tabular", "", ""
	if spread {
		environment, width, stretch = "tabular*", `{\linewidth}`, `\extracolsep{\fill}`
		result = `r@{\extracolsep{0pt}}l@{` + stretch + `\hspace{2\tabcolsep}}`
	}
	for _, h := range g.Heads {
		switch {
		case h.Result:
			spec += result
		case h.Number:
			spec += "r"
		default:
			spec += "l"
		}
	}
	spec = strings.TrimSuffix(spec, `@{`+stretch+`\hspace{2\tabcolsep}}`)
	fmt.Fprintf(b, "%s\\setlength{\\tabcolsep}{%gpt}\n\\begin{%s}%s{@{%s}%s@{}}\n\\toprule\n",
		size.command, size.between/2, environment, width, stretch, spec)
	g.latexHeads(b)
	for _, row := range g.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.latex(g.Heads[i])
		}
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(b, "\\bottomrule\n\\end{%s}\n", environment)
}

// latexHeads writes the lines of the heading. Groups in the upper one, such as a dataset with two
// metrics, are joined above a rule.
func (g *Grid) latexHeads(b *bytes.Buffer) {
	var top, bottom, third, rules []string
	at := 1 // LaTeX column
	for c, end := 0, 0; c < len(g.Heads); c = end {
		end = g.group(c)
		first := at
		for _, h := range g.Heads[c:end] {
			at += h.parts()
			bottom = append(bottom, h.latex(h.Bottom, h.parts()))
			third = append(third, h.latex(h.Third, h.parts()))
		}
		if end-c > 1 {
			rules = append(rules, fmt.Sprintf("\\cmidrule(lr){%d-%d}\n", first, at-1))
		}
		top = append(top, g.Heads[c].latex(g.Heads[c].Top, at-first))
	}
	if g.tops() {
		fmt.Fprintf(b, "%s \\\\\n%s", strings.Join(top, " & "), strings.Join(rules, ""))
	}
	fmt.Fprintf(b, "%s \\\\\n", strings.Join(bottom, " & "))
	if g.thirds() {
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(third, " & "))
	}
	fmt.Fprint(b, "\\midrule\n")
}

// parts returns the number of LaTeX columns. A result has two without space between them: digits
// before the decimal point, and the rest. So the points are below each other.
func (h Head) parts() int {
	if h.Result {
		return 2
	}
	return 1
}

// latex returns a text of the head over n LaTeX columns.
func (h Head) latex(text string, n int) string {
	text = escapeLaTeX(text)
	if n > 1 || h.Right() {
		text = fmt.Sprintf("\\multicolumn{%d}{c}{%s}", n, text)
	}
	return text
}

// latex returns the cell below a head. Bold digits are wider: \rlap keeps them from moving the rest.
func (c Cell) latex(h Head) string {
	text, rest := escapeLaTeX(c.Text), ""
	if at := strings.Index(text, "."); h.Result && c.Numeric() && at >= 0 {
		text, rest = text[:at], text[at:]
	}
	if c.Bold {
		text = `\textbf{` + text + `}`
		if rest != "" {
			rest = `\rlap{\textbf{` + rest + `}}\phantom{` + rest + `}`
		}
	}
	if c.Spread != "" {
		rest += ` $\pm$ ` + c.Spread
	}
	for _, word := range []string{c.Mark, c.Tail} {
		if word != "" {
			rest += "~" + escapeLaTeX(word)
		}
	}
	if c.Note > 0 {
		rest += fmt.Sprintf(`\tnote{%d}`, c.Note)
	}
	switch {
	case !h.Result:
		return text + rest
	case c.Numeric() || text == "":
		return text + " & " + rest
	}
	return `\multicolumn{2}{c}{` + text + rest + `}`
}

// escapeLaTeX makes text stand for itself, with the symbols that reports use. Formulas stay.
func escapeLaTeX(s string) string {
	parts := formula.Split(s, -1)
	for i, math := range append(formula.FindAllString(s, -1), "") {
		parts[i] = latexEscapes.Replace(parts[i]) + math
	}
	return strings.Join(parts, "")
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`,
	`\_`,
	`^`, `\textasciicircum{}`, `~`, `$\sim$`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`,
	`[`, `{[}`, `]`, `{]}`, `*`, `{*}`,
	`±`, `$\pm$`, `×`, `$\times$`, `·`, `$\cdot$`, `≤`, `$\le$`, `≥`, `$\ge$`, `≠`, `$\ne$`, `−`,
	`$-$`,
	`α`, `$\alpha$`, `Δ`, `$\Delta$`, `↑`, `$\uparrow$`, `↓`, `$\downarrow$`, `→`,
	`$\rightarrow$`, `λ`, `$\lambda$`, `Σ`, `$\Sigma$`, `∞`, `$\infty$`,
	`†`, `$\dagger$`, `—`, `---`, `–`, `--`, `…`, `\dots{}`, "\n", " ")

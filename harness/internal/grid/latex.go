package grid

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"
)

// latexTable needs the packages booktabs and threeparttable and no other.
var latexTable = template.Must(template.New("").Delims("<<", ">>").Funcs(template.FuncMap{
	"tex": escapeLaTeX, "plain": latexEscapes.Replace, "next": func(i int) int { return i + 1 },
}).Parse(`% needs \usepackage{booktabs,threeparttable}
\begin{table}
\centering
\begin{threeparttable}
<<with .Title>>\caption{<<tex .>>}
<<end>>\label{<<.Label>>}
<<.Tabulars>><<if or .Notes .Footnotes ->>
\begin{tablenotes}[flushleft]\footnotesize\raggedright\setlength{\labelsep}{0pt}
<<range .Notes>>\item <<tex .>>
<<end>><<range $i, $text := .Footnotes>>\item[<<next $i>>]\,<<plain $text>>
<<end>>\end{tablenotes}
<<end>>\end{threeparttable}
\end{table}
`))

// latex writes a table environment. A table wider than a line of the class article is set smaller.
// If that does not do, results stand in several panels, each with the names of its rows.
func (g *Grid) latex(b *bytes.Buffer) error {
	var tabulars bytes.Buffer
	if len(g.Heads) > 0 {
		panels, size := g.panels()
		for i, panel := range panels {
			if i > 0 {
				tabulars.WriteString("\n\\medskip\n")
			}
			panel.tabular(&tabulars, size, len(panels) > 1)
		}
	}
	return latexTable.Execute(b, struct {
		*Grid
		Tabulars string
	}{g, tabulars.String()})
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

// lineWidth is that of the class article in 10 pt, in points.
const lineWidth = 345

// A latexSize is a size of type.
type latexSize struct {
	command string
	char    float64 // at most the mean width of a character, in points
	between float64 // space between two columns, in points
}

// latexSizes are tried in this order. In Computer Modern at 10 pt a digit is 5 pt wide, in bold
// 5.75.
var latexSizes = []latexSize{{"", 5.4, 12}, {`\small`, 4.9, 10}, {`\footnotesize`, 4.5, 8},
	{`\scriptsize`, 4.1, 5}}

// panels returns the grid in the largest size in which it fits a line. Else it uses the smallest,
// and divides the grid.
func (g *Grid) panels() ([]Grid, latexSize) {
	for _, size := range latexSizes {
		if g.width(size) <= lineWidth {
			return []Grid{*g}, size
		}
	}
	size := latexSizes[len(latexSizes)-1]
	return g.divide(func(panel *Grid) bool { return panel.width(size) <= lineWidth }), size
}

// width estimates the width in points, rather too large.
func (g *Grid) width(size latexSize) float64 {
	total := float64(len(g.Heads)-1) * size.between
	for c, h := range g.Heads {
		chars := max(length(Plain(h.Bottom)), length(Plain(h.Third)))
		if g.group(c) == c+1 && (c == 0 || g.Heads[c-1].Top != h.Top) {
			chars = max(chars, length(Plain(h.Top))) // else it is over several
		}
		for _, row := range g.Rows {
			f := row[c]
			n := length(Plain(f.Text))
			if f.Spread != "" {
				n += 3 + length(f.Spread) // ± and its spaces
			}
			if f.Mark != "" {
				n += 2 + length(f.Mark)
			}
			if f.Tail != "" {
				n += 1 + length(f.Tail)
			}
			if f.Note > 0 {
				n++
			}
			chars = max(chars, n)
		}
		total += size.char * float64(chars)
	}
	return total
}

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

// A latexColumn says how to align the numbers of a column at the decimal point. Marks have a LaTeX
// column of their own, without space between the two.
type latexColumn struct {
	parts    int    // LaTeX columns: 2 with marks, otherwise 1
	decimals int    // most digits after a point
	spread   string // the longest one
}

// latexColumns returns the alignment of all columns.
func (g *Grid) latexColumns() []latexColumn {
	all := make([]latexColumn, len(g.Heads))
	for i := range all {
		of := &all[i]
		of.parts = 1
		for _, row := range g.Rows {
			c := row[i]
			if !g.Heads[i].Result || !c.Numeric() {
				continue
			}
			if c.Mark+c.Tail != "" || c.Note > 0 {
				of.parts = 2
			}
			_, decimals, _ := strings.Cut(c.Text, ".")
			of.decimals = max(of.decimals, len(decimals))
			if length(c.Spread) > length(of.spread) {
				of.spread = c.Spread
			}
		}
	}
	return all
}

// tabular writes the grid as a tabular in that size. If spread, it is as wide as the line, and so
// are the notes: their width is that of the last panel.
func (g *Grid) tabular(b *bytes.Buffer, size latexSize, spread bool) {
	columns, spec := g.latexColumns(), ""
	environment, width, stretch, beside, after := "tabular", "", "", "", ""
	if spread {
		environment, width, stretch = "tabular*", `{\linewidth}`, `\extracolsep{\fill}`
		beside, after = `\extracolsep{0pt}`, `@{`+stretch+`\hspace{2\tabcolsep}}`
	}
	for i, h := range g.Heads {
		switch {
		case columns[i].parts == 2:
			spec += "r@{" + beside + "}l"
			if i+1 < len(columns) {
				spec += after
			}
		case h.Right():
			spec += "r"
		default:
			spec += "l"
		}
	}
	fmt.Fprintf(b, "%s\\setlength{\\tabcolsep}{%gpt}\n\\begin{%s}%s{@{%s}%s@{}}\n\\toprule\n",
		size.command, size.between/2, environment, width, stretch, spec)
	g.latexHeads(b, columns)
	for _, row := range g.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.latex(columns[i])
		}
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(b, "\\bottomrule\n\\end{%s}\n", environment)
}

// latexHeads writes the lines of the heading. Groups in the upper one, such as a dataset with two
// metrics, are joined above a rule.
func (g *Grid) latexHeads(b *bytes.Buffer, columns []latexColumn) {
	var top, bottom, rules []string
	at := 1 // LaTeX column
	for c, end := 0, 0; c < len(g.Heads); c = end {
		end = g.group(c)
		first, text := at, escapeLaTeX(g.Heads[c].Top)
		for _, column := range columns[c:end] {
			at += column.parts
		}
		if end-c > 1 {
			rules = append(rules, fmt.Sprintf("\\cmidrule(lr){%d-%d}\n", first, at-1))
		}
		if end-c > 1 || g.Heads[c].Right() {
			text = fmt.Sprintf("\\multicolumn{%d}{c}{%s}", at-first, text)
		}
		top = append(top, text)
	}
	for c, h := range g.Heads {
		text := escapeLaTeX(h.Bottom)
		if h.Right() {
			text = fmt.Sprintf("\\multicolumn{%d}{c}{%s}", columns[c].parts, text)
		}
		bottom = append(bottom, text)
	}
	if g.twoLines() {
		fmt.Fprintf(b, "%s \\\\\n%s", strings.Join(top, " & "), strings.Join(rules, ""))
	}
	fmt.Fprintf(b, "%s \\\\\n\\midrule\n", strings.Join(bottom, " & "))
}

// latex returns the cell in a column.
func (c Cell) latex(of latexColumn) string {
	text, marks := escapeLaTeX(c.Text), ""
	if c.Numeric() {
		text = c.latexNumber(of)
	} else if c.Bold {
		text = `\textbf{` + text + `}`
	}
	for _, word := range []string{c.Mark, c.Tail} {
		if word != "" {
			marks += "~" + escapeLaTeX(word)
		}
	}
	if c.Note > 0 {
		marks += fmt.Sprintf(`\tnote{%d}`, c.Note)
	}
	switch {
	case of.parts == 1:
		return text + marks
	case !c.Numeric() && text != "":
		return `\multicolumn{2}{c}{` + text + marks + `}`
	}
	return strings.TrimRight(text+" & "+marks, " ")
}

// latexNumber returns number and spread, with invisible digits where others of the column have
// more. Digits after the point are wider if bold; \rlap keeps them from moving the point.
func (c Cell) latexNumber(of latexColumn) string {
	whole, decimals, point := strings.Cut(escapeLaTeX(c.Text), ".")
	if point {
		decimals = "." + decimals
	}
	text := whole + decimals
	if c.Bold {
		text = `\textbf{` + whole + `}`
		if point {
			text = `\textbf{` + whole + `\rlap{` + decimals + `}}` + phantom(decimals)
		}
	}
	if rest := of.decimals - max(0, len(decimals)-1); rest > 0 {
		invisible := strings.Repeat("0", rest)
		if !point {
			invisible = "." + invisible
		}
		text += phantom(invisible)
	}
	switch rest := length(of.spread) - length(c.Spread); {
	case of.spread == "":
	case c.Spread == "":
		text += phantom(` $\pm$ ` + of.spread)
	case rest > 0:
		text += ` $\pm$ ` + phantom(strings.Repeat("0", rest)) + c.Spread
	default:
		text += ` $\pm$ ` + c.Spread
	}
	return text
}

func phantom(s string) string { return `\phantom{` + s + `}` }

// escapeLaTeX makes text stand for itself, with the symbols that reports use. Formulas stay.
func escapeLaTeX(s string) string { return outside(s, latexEscapes.Replace, same) }

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`,
	`\_`,
	`^`, `\textasciicircum{}`, `~`, `$\sim$`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`,
	`[`, `{[}`, `]`, `{]}`, `*`, `{*}`,
	`±`, `$\pm$`, `×`, `$\times$`, `·`, `$\cdot$`, `≤`, `$\le$`, `≥`, `$\ge$`, `≠`, `$\ne$`, `−`,
	`$-$`,
	`α`, `$\alpha$`, `Δ`, `$\Delta$`, `λ`, `$\lambda$`, `Σ`, `$\Sigma$`, `∞`, `$\infty$`,
	`†`, `$\dagger$`, `—`, `---`, `–`, `--`, `…`, `\dots{}`, "\n", " ")

package report

import (
	"fmt"
	"io"
	"strings"
)

// writeLaTeX writes a table environment that needs the package booktabs and no
// other.
func (t *Table) writeLaTeX(w io.Writer) {
	l := t.lay()
	spec := ""
	for _, h := range l.Heads {
		if h.Number || h.Result {
			spec += "r"
		} else {
			spec += "l"
		}
	}
	fmt.Fprintf(w, "%% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n")
	if t.Title != "" {
		fmt.Fprintf(w, "\\caption{%s}\n", EscapeLaTeX(t.Title))
	}
	fmt.Fprintf(w, "\\begin{tabular}{%s}\n\\toprule\n", spec)
	writeLaTeXHeads(w, l.Heads)
	for _, line := range l.Lines {
		cells := make([]string, len(line))
		for c, f := range line {
			cells[c] = f.latex()
		}
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(w, "\\bottomrule\n\\end{tabular}\n\n\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\\raggedright\n")
	notes := append([]string{t.legend("Bold", "bold with ~")}, t.Notes...)
	for _, note := range notes {
		if note != "" {
			fmt.Fprintf(w, "%s\\par\n", EscapeLaTeX(note))
		}
	}
	for i, note := range t.Footnotes {
		fmt.Fprintf(w, "\\textsuperscript{%d}\\,%s\\par\n", i+1, EscapeLaTeX(note))
	}
	fmt.Fprintf(w, "%s\n\\end{minipage}\n\\end{table}\n", EscapeLaTeX(t.evidenceNote()))
}

// writeLaTeXHeads writes both lines of the heading; equal neighbours in the
// upper one, such as a dataset with two metrics, are joined above a rule.
func writeLaTeXHeads(w io.Writer, heads []Head) {
	var top, bottom, rules []string
	for c := 0; c < len(heads); {
		end := c + 1
		for end < len(heads) && heads[c].Top != "" && heads[end].Top == heads[c].Top {
			end++
		}
		switch {
		case end-c > 1:
			rules = append(rules, fmt.Sprintf("\\cmidrule(lr){%d-%d}", c+1, end))
			fallthrough
		case heads[c].Number || heads[c].Result:
			top = append(top, fmt.Sprintf("\\multicolumn{%d}{c}{%s}", end-c, EscapeLaTeX(heads[c].Top)))
		default:
			top = append(top, EscapeLaTeX(heads[c].Top))
		}
		c = end
	}
	for _, h := range heads {
		text := EscapeLaTeX(h.Bottom)
		if h.Number || h.Result {
			text = "\\multicolumn{1}{c}{" + text + "}"
		}
		bottom = append(bottom, text)
	}
	fmt.Fprintf(w, "%s \\\\\n", strings.Join(top, " & "))
	for _, rule := range rules {
		fmt.Fprintln(w, rule)
	}
	fmt.Fprintf(w, "%s \\\\\n\\midrule\n", strings.Join(bottom, " & "))
}

func (f Field) latex() string {
	text := EscapeLaTeX(f.Mean)
	if f.Std != "" {
		text += ` $\pm$ ` + f.Std
	}
	if f.Best || f.Undecided {
		text = `\textbf{` + text + `}`
	}
	if f.Undecided {
		text += ` $\sim$`
	}
	if f.Tail != "" {
		text += " " + EscapeLaTeX(f.Tail)
	}
	if f.Note > 0 {
		text += fmt.Sprintf(`\textsuperscript{%d}`, f.Note)
	}
	return text
}

// EscapeLaTeX makes text stand for itself, with the symbols that reports use.
func EscapeLaTeX(s string) string { return latexEscapes.Replace(s) }

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`, `\_`,
	`^`, `\textasciicircum{}`, `~`, `$\sim$`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`, `[`, `{[}`, `]`, `{]}`, `*`, `{*}`,
	`±`, `$\pm$`, `×`, `$\times$`, `·`, `$\cdot$`, `≤`, `$\le$`, `≥`, `$\ge$`, `≠`, `$\ne$`, `−`, `$-$`,
	`α`, `$\alpha$`, `Δ`, `$\Delta$`, `λ`, `$\lambda$`, `Σ`, `$\Sigma$`, `∞`, `$\infty$`, `—`, `---`, `–`, `--`, `…`, `\dots{}`,
	"\n", " ")

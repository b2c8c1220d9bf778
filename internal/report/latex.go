package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// writeLaTeX writes a table environment that needs the packages booktabs and threeparttable and no other. Effort is left out unless
// columns are asked for. What is wider than a line of the class article is set smaller, and where that does not do, results stand in
// several panels, each with the names of its rows.
func (t *Table) writeLaTeX(w io.Writer, s Style) {
	s.NoEffort = true
	l := t.view(s)
	panels, size := l.panels()
	fmt.Fprintf(w, "%% needs \\usepackage{booktabs,threeparttable}\n\\begin{table}\n\\centering\n\\begin{threeparttable}\n")
	if title := t.title(s); title != "" {
		fmt.Fprintf(w, "\\caption{%s}\n", EscapeLaTeX(title))
	}
	fmt.Fprintf(w, "\\label{%s}\n", t.label(s))
	for i, panel := range panels {
		if i > 0 {
			fmt.Fprint(w, "\n\\medskip\n")
		}
		panel.writeTabular(w, size, len(panels) > 1)
	}
	sentences, footnotes := t.small(s)
	if len(sentences)+len(footnotes) > 0 {
		fmt.Fprintf(w, "\\begin{tablenotes}[flushleft]\\footnotesize\\raggedright\n")
		for _, note := range sentences {
			fmt.Fprintf(w, "\\item %s\n", EscapeLaTeX(note))
		}
		for i, note := range footnotes {
			fmt.Fprintf(w, "\\item[%d] %s\n", i+1, EscapeLaTeX(note))
		}
		fmt.Fprintf(w, "\\end{tablenotes}\n")
	}
	fmt.Fprintf(w, "\\end{threeparttable}\n\\end{table}\n")
}

// label returns what \ref finds: that of the style, or tab: and the suite's name.
func (t *Table) label(s Style) string {
	if s.Label != "" {
		return s.Label
	}
	name, _, _ := strings.Cut(t.Title, ":")
	plain := func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '-'
	}
	return "tab:" + cmp.Or(strings.Trim(strings.Map(plain, name), "-"), "results")
}

// writeTabular writes the layout as a tabular in that size; if spread, over the whole line, as then the notes are, whose width is that of the last panel.
func (l Layout) writeTabular(w io.Writer, size latexSize, spread bool) {
	spec := ""
	for _, h := range l.Heads {
		if h.Number || h.Result {
			spec += "r"
		} else {
			spec += "l"
		}
	}
	environment, width, stretch := "tabular", "", ""
	if spread {
		environment, width, stretch = "tabular*", `{\linewidth}`, `\extracolsep{\fill}`
	}
	fmt.Fprintf(w, "%s\\setlength{\\tabcolsep}{%gpt}\n\\begin{%s}%s{@{%s}%s@{}}\n\\toprule\n", size.command, size.between/2, environment, width, stretch, spec)
	writeLaTeXHeads(w, l.Heads)
	for _, line := range l.Lines {
		cells := make([]string, len(line))
		for c, f := range line {
			cells[c] = f.latex()
		}
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(w, "\\bottomrule\n\\end{%s}\n", environment)
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
		text += fmt.Sprintf(`\tnote{%d}`, f.Note)
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

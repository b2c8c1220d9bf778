package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/report"
)

// wide is a table of many columns with long names, and all effort.
func wide(t *testing.T) (*report.Table, report.Style) {
	t.Helper()
	var entries []report.Entry
	for _, dataset := range []string{"small", "large", "a dataset with a long name", "another", "and one more"} {
		entries = append(entries, run(dataset, 10, 60, true)...)
	}
	for i := range entries {
		if entries[i].Label == "independent" {
			entries[i].Label = "independent classifiers of each variable"
		}
	}
	table := must(report.Build("wide_table: 5 & more datasets", entries, report.Options{Metrics: []report.Metric{hamming, micro}}))(t)
	return table, report.Style{Columns: report.ColumnKinds()}
}

// TestLaTeXFits compiles every scene, and a table that no size of type would get onto a page, in the class article: no line is too wide, nothing is
// undefined, and the label is found.
func TestLaTeXFits(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("SKIPPED: there is no pdflatex here, so that no one knows whether tables fit their page")
	}
	longtest.Skip(t)
	compile := func(t *testing.T, table *report.Table, s report.Style) {
		t.Helper()
		s.Label = "here"
		body := "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,threeparttable}\n\\begin{document}\nTable~\\ref{here}.\n" +
			write(t, table, "latex", s) + "\\end{document}\n"
		dir := t.ArtifactDir()
		ok(t, os.WriteFile(filepath.Join(dir, "table.tex"), []byte(body), 0o666))
		for range 2 { // for the reference
			cmd := exec.Command(tex, "-interaction=nonstopmode", "-halt-on-error", "table.tex")
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		log := must(os.ReadFile(filepath.Join(dir, "table.log")))(t)
		for _, line := range regexp.MustCompile(`(?m)^(Overfull \\hbox|LaTeX Warning: (Ref|Label)).*`).FindAllString(string(log), -1) {
			t.Error(line)
		}
	}
	each(t, func(t *testing.T, table *report.Table) { compile(t, table, report.Style{}) })
	t.Run("wide", func(t *testing.T) {
		table, style := wide(t)
		compile(t, table, style)
		if text := write(t, table, "latex", style); strings.Count(text, `\begin{tabular*}`) < 2 {
			t.Error("it is in one panel")
		}
	})
	t.Run("turned", func(t *testing.T) {
		table, _ := wide(t)
		compile(t, table, report.Style{Transpose: true, Notes: "short"})
	})
}

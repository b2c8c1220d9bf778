package table_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// wide is a table of many columns with long names, and all effort.
func wide(t *testing.T) (*table.Table, layout.Style) {
	t.Helper()
	var entries []table.Entry
	for _, dataset := range []string{"small", "large", "a dataset with a long name", "another",
		"and one more"} {
		entries = append(entries, run(dataset, 10, 60, true)...)
	}
	for i := range entries {
		if entries[i].Label == "independent" {
			entries[i].Label = "independent classifiers of each variable"
		}
	}
	tab := must(annotated("wide_table: 5 & more datasets", entries,
		table.Options{Metrics: []table.Metric{hamming, micro}}))(t)
	return tab, layout.Style{Columns: layout.ColumnKinds()}
}

// TestLaTeXFits compiles every scene, and a table that no size of type would get onto a page, in
// the class article: no line is too wide, nothing is undefined, and the label is found.
func TestLaTeXFits(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("SKIPPED: there is no pdflatex here, so that no one knows whether tables fit their page")
	}
	longtest.Skip(t)
	compile := func(t *testing.T, tab *table.Table, s layout.Style) {
		t.Helper()
		s.Label = "here"
		body := "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,threeparttable}\n\\begin{document}\nTable~\\ref{here}.\n" +
			write(t, tab, "latex", s) + "\\end{document}\n"
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
	each(t, func(t *testing.T, tab *table.Table) { compile(t, tab, layout.Style{}) })
	t.Run("wide", func(t *testing.T) {
		tab, style := wide(t)
		compile(t, tab, style)
		if text := write(t, tab, "latex", style); strings.Count(text, `\begin{tabular*}`) < 2 {
			t.Error("it is in one panel")
		}
	})
	t.Run("turned", func(t *testing.T) {
		tab, _ := wide(t)
		compile(t, tab, layout.Style{Transpose: true, Notes: "short"})
	})
}

package grid_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/internal/grid"
)

// results is a table of two datasets with two metrics each, and three columns of effort.
func results() *grid.Grid {
	g := grid.New("learner", "decoder")
	for _, dataset := range []string{"words", "pages"} {
		for _, metric := range []string{"hamming %", "word error %"} {
			g.Heads = append(g.Heads, grid.Head{Top: dataset, Bottom: metric, Result: true})
		}
	}
	for _, name := range []string{"CPU", "passes", "calls"} {
		g.Heads = append(g.Heads, grid.Head{Bottom: name, Number: true, Optional: true})
	}
	for _, learner := range []string{"independent", "averaged S-SVM (BCFW)"} {
		row := grid.Row(learner, "perturb")
		for range 4 {
			row = append(row, grid.Cell{Text: "12.3", Spread: "0.4", Number: true, Mark: "~"})
		}
		g.Rows = append(g.Rows, append(row, grid.Row("1.2", "100", "12.3k")...))
	}
	g.Notes = []string{"~: not significantly different from the best row of the column, and so on."}
	return g
}

// TestTextFitsTheTerminal: a table wider than the terminal loses optional columns from the right,
// then it is divided by dataset. A note names what is missing.
func TestTextFitsTheTerminal(t *testing.T) {
	for _, c := range []struct {
		width        int
		panels       int
		left, absent string
		divided      bool
	}{
		{0, 1, "", "Left out", false},
		{200, 1, "", "Left out", false},
		{106, 1, "", "Left out", false},
		{100, 1, "calls", "", false},
		{80, 2, "CPU, passes, calls", "", true},
		{60, 2, "CPU, passes, calls", "", true},
		{45, 4, "CPU, passes, calls", "", true},
	} {
		g := results()
		g.Width = c.width
		var b bytes.Buffer
		if err := g.Write(&b, "text"); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(line) - 1; c.width > 0 && n > c.width {
				t.Errorf("%d: a line of %d: %s", c.width, n, line)
			}
		}
		if n := strings.Count(text, "independent"); n != c.panels {
			t.Errorf("%d: %d panels, want %d\n%s", c.width, n, c.panels, text)
		}
		flat := strings.Join(strings.Fields(text), " ")
		if n := strings.Count(flat, "12.3 ± 0.4 ~"); n != 8 {
			t.Errorf("%d: %d results, want 8\n%s", c.width, n, text)
		}
		if want := "lack of width: " + c.left + ". -columns"; c.left != "" &&
			!strings.Contains(flat, want) || c.absent != "" && strings.Contains(flat, c.absent) {
			t.Errorf("%d: want a note of %q\n%s", c.width, c.left, text)
		}
		if strings.Contains(flat, "below each other") != c.divided {
			t.Errorf("%d: divided %v\n%s", c.width, !c.divided, text)
		}
	}
	g := results()
	g.Width = 60
	for _, format := range []string{"markdown", "latex", "csv", "json"} {
		var narrow, whole bytes.Buffer
		if err := g.Write(&narrow, format); err != nil {
			t.Fatal(err)
		}
		if err := results().Write(&whole, format); err != nil || narrow.String() != whole.String() {
			t.Errorf("%s depends on the terminal: %v", format, err)
		}
	}
}

// TestLaTeXAligns: the decimal points of results are the ends of LaTeX columns, so they are below each
// other with and without marks. Bold digits do not move what follows.
func TestLaTeXAligns(t *testing.T) {
	g := grid.New("learner")
	g.Heads = append(g.Heads, grid.Head{Bottom: "error", Result: true},
		grid.Head{Bottom: "CPU", Number: true})
	number := func(text, spread, mark string, note int, bold bool) grid.Cell {
		return grid.Cell{Text: text, Spread: spread, Mark: mark, Note: note, Bold: bold, Number: true}
	}
	cells := []struct {
		cell grid.Cell
		want string
	}{
		{number("17.1", "0.6", "", 0, false), `17 & .1 $\pm$ 0.6`},
		{number("5.5", "10.3", "~", 0, false), `5 & .5 $\pm$ 10.3~$\sim$`},
		{number("4.8", "0.3", "", 0, true),
			`\textbf{4} & \rlap{\textbf{.8}}\phantom{.8} $\pm$ 0.3`},
		{number("7", "", "†", 2, true), `\textbf{7} & ~$\dagger$\tnote{2}`},
		{number("", "", "", 0, false), ` & `},
		{grid.Cell{Text: "crash", Value: math.NaN(), Note: 1}, `\multicolumn{2}{c}{crash\tnote{1}}`},
	}
	for _, c := range cells {
		g.Rows = append(g.Rows, []grid.Cell{grid.Row("a")[0], c.cell, grid.Row("1.0")[0]})
	}
	var b bytes.Buffer
	if err := g.Write(&b, "latex"); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, c := range cells {
		if want := "a & " + c.want + " & 1.0 \\\\\n"; !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, want := range []string{"{@{}lr@{}lr@{}}",
		`learner & \multicolumn{2}{c}{error} & \multicolumn{1}{c}{CPU}`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

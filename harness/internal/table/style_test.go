package table_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// TestShortNotes: short notes keep the test with its level and family, the meaning of ±, and
// what misleads otherwise. As text they name the command for the rest.
func TestShortNotes(t *testing.T) {
	each(t, func(t *testing.T, tab *table.Table) {
		for _, format := range []string{"text", "markdown", "latex"} {
			text := write(t, tab, format, layout.Style{Notes: "short"})
			for _, want := range []string{`sign flips|t test`,
				`(α|\\alpha\$) = 0\.05`, `over \d+ (pairs|comparisons)|a single comparison`,
				`(±|pm\$) standard (error|deviation) over`} {
				if !regexp.MustCompile(want).MatchString(flat(text)) {
					t.Errorf("%s: no %s in\n%s", format, want, text)
				}
			}
			if strings.Contains(text, "-notes full") != (format == "text") ||
				strings.Contains(text, "is better") {
				t.Errorf("%s: not short:\n%s", format, text)
			}
		}
	})
	tab := must(scenes["seeds"]())(t)
	says(t, write(t, tab, "latex", layout.Style{Notes: "short"}),
		"Warnings: parameters at the edge of the grid (independent and CRF).",
		"Cut short by the budget: S-SVM (BCFW), perturb")
	tab = must(scenes["quickstart"]())(t)
	_, text, _ := strings.Cut(write(t, tab, "text", layout.Style{}), "\n*:")
	if n := strings.Count(text, "\n") - 1; n > 5 { // without the result hash
		t.Errorf("%d lines of notes\n%s", n, text)
	}
	for _, format := range []string{"text", "markdown", "latex"} {
		if text := write(t, tab, format, layout.Style{Notes: "none"}); strings.Contains(text,
			"best mean") || strings.Contains(text, "tnote") ||
			regexp.MustCompile(`\[\^?\d`).MatchString(text) {
			t.Errorf("%s has notes, or marks that point at none:\n%s", format, text)
		}
	}
}

// TestColumns: those that are asked for, in their order; a published number stays beside its
// result.
func TestColumns(t *testing.T) {
	tab := must(scenes["published"]())(t)
	heads := func(s layout.Style) string {
		line, _,
			_ := strings.Cut(write(t, tab, "markdown", s)[len("### A paper's table, again\n\n"):],
			"\n")
		return flat(regexp.MustCompile("<br>[^|]*").ReplaceAllString(line, " "))
	}
	for want, style := range map[string]layout.Style{
		"| learner | decoder | small hamming % | small published | large hamming % | large published |": {NoEffort: true},
		"| learner | gap % | small hamming % | large hamming % | CPU s |":                               {Columns: []string{"gap", "results", "cpu"}},
		"| learner | small hamming % | small published | large hamming % | large published | decoder |": {Columns: []string{"results", "published", "decoder"}},
	} {
		if got := heads(style); got != want {
			t.Errorf("%+v: %s, want %s", style, got, want)
		}
	}
	two := must(scenes["seeds"]())(t) // with decoders that share their fits
	effort := write(t, two, "markdown", layout.Style{Columns: []string{"cpu", "passes"},
		Notes: "none"})
	if n, learners := strings.Count(effort, "\n| ")-2, 5; n != learners ||
		strings.Contains(effort, "\n|  |") {
		t.Errorf("%d lines of effort of %d learners:\n%s", n, learners, effort)
	}
	if text := write(t, tab, "text", layout.Style{NoEffort: true}); strings.Contains(text,
		"CPU seconds, passes") {
		t.Errorf("a note explains columns that are not there:\n%s", text)
	}
	for want, style := range map[string]layout.Style{
		`unknown column "resluts": did you mean "results"?`: {Columns: []string{"resluts"}},
		`unknown kind of notes "few": there are full`:       {Notes: "few"},
	} {
		fails(0, layout.Write(&bytes.Buffer{}, tab, "text", style))(t, want)
	}
	fails(0, layout.Write(&bytes.Buffer{}, tab, "json", layout.Style{Transpose: true}))(t,
		"whole data")
}

// TestHeadsHaveTrainingSizes: the head of a column has the number of training instances, in all
// layouts; no line for it if it is not known.
func TestHeadsHaveTrainingSizes(t *testing.T) {
	for _, c := range []struct {
		first, second table.Planned // of the fits of two splits
		want          string
	}{
		{table.Planned{Train: 60}, table.Planned{Train: 60}, "60"},
		{table.Planned{Train: 1234}, table.Planned{Train: 1233}, "1,233–1,234"},
		{table.Planned{Train: 6, Boxes: 54}, table.Planned{Train: 6, Partial: 54}, "6 + 54"},
		{table.Planned{Train: 6}, table.Planned{Train: 6, Boxes: 54}, "6 + 0–54"},
		{table.Planned{}, table.Planned{}, ""},
	} {
		entries := run("d", 2, 8, true)
		for i := range entries {
			e, of := &entries[i], c.first
			if e.Split > 0 {
				of = c.second
			}
			e.Train, e.Boxes, e.Partial = of.Train, of.Boxes, of.Partial
		}
		tab := must(table.Build("", entries, table.Options{Metrics: []table.Metric{hamming}}))(t)
		for format, head := range map[string]string{"text": "train " + c.want, "markdown": "<br>train " +
			c.want, "latex": "{c}{train " + strings.ReplaceAll(c.want, "–", "--") + "}"} {
			text := write(t, tab, format, layout.Style{NoEffort: true})
			if c.want != "" && !strings.Contains(text, head) ||
				c.want == "" && strings.Contains(text, "train ") {
				t.Errorf("%s: no head %q, or one without a size, in\n%s", format, head, text)
			}
		}
		turned := flat(write(t, tab, "text", layout.Style{Transpose: true, NoEffort: true}))
		if !strings.Contains(turned, flat("d hamming % "+c.want)) {
			t.Errorf("turned, no size %q in\n%s", c.want, turned)
		}
	}
}

// TestTranspose: a line for each dataset and metric, with the marks of the table.
func TestTranspose(t *testing.T) {
	tab := must(scenes["seeds"]())(t)
	text := write(t, tab, "markdown", layout.Style{Transpose: true, NoEffort: true,
		Caption: "Turned"})
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, flat(line))
	}
	if lines[0] != "### Turned" || !strings.HasPrefix(lines[2],
		"| dataset | metric | train | independent map | CRF map | CRF mpm |") ||
		!strings.HasPrefix(lines[4], `| ocr | hamming % | 300 | 16.49 ± 0.73 | 5.69 ± 0.36 \~ |`) ||
		!strings.HasPrefix(lines[5], "| | hamming-micro % | 300 | 16.53 ± 0.75 |") {
		t.Errorf("got\n%s", text)
	}
}

// TestLegendOfShownMarks: the legend explains only marks of shown cells, and bold are the best of a
// column and the rows level with it. Where nothing is decided, only the best is bold.
func TestLegendOfShownMarks(t *testing.T) {
	tab := must(scenes["quickstart"]())(t)
	for _, format := range []string{"text", "markdown", "latex"} {
		delta := flat(write(t, tab, format, layout.Style{Columns: []string{"decoder", "delta"}}))
		if strings.Contains(delta, "best mean") || strings.Contains(delta, "not significantly") ||
			!strings.Contains(delta, "difference from the best") {
			t.Errorf("%s: a legend of marks that no cell has:\n%s", format, delta)
		}
	}
	bold := regexp.MustCompile(`\*\*[^*]+\*\*`)
	if got := bold.FindAllString(write(t, tab, "markdown", layout.Style{}), -1); len(got) != 1 ||
		got[0] != "**4.8 ± 0.3**" {
		t.Errorf("bold %q, want the best mean only", got)
	}
	for r := range tab.Rows {
		c := &tab.Rows[r].Cells[0]
		c.Undecided = !c.Best
		if tab.Rows[r].Name() == "CRF mpm" {
			c.Undecided, c.Level = false, true
		}
	}
	text := write(t, tab, "markdown", layout.Style{})
	if got := bold.FindAllString(text, -1); len(got) != 2 || got[0] != "**5.1 ± 0.3**" ||
		!strings.Contains(text, "**5.1 ± 0.3** =") || !strings.Contains(text, "bold with =: level") {
		t.Errorf("bold %q, want the best mean and the level row:\n%s", got, text)
	}
}

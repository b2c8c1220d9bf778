package study

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	conclusions "github.com/spbench/spbench/harness/internal/table/sensitivity"
)

// A section without rows warns if stale fits are left out.
func TestEmptyForStaleFits(t *testing.T) {
	for _, stale := range []bool{true, false} {
		r := run(t, ladder(2))
		for i := range r.Entries {
			if e := &r.Entries[i]; e.Label != r.Entries[0].Label {
				e.Stale, e.Row.Metrics, e.Row.Instances, e.Fit.Outcome = stale, nil, nil, record.Outcome{}
			}
		}
		built := must(table.Build("run", r.Entries, table.Options{Metrics: r.Metrics}))(t)
		r.Table = built
		sections := must(Sections(r, "pairs", "effects"))(t)
		for _, p := range sections {
			if p.Empty == "" || strings.Contains(p.Empty, "stale scores") != stale {
				t.Errorf("%s, stale %v: %q", p.Name, stale, p.Empty)
			}
		}
	}
}

// An example is a run with content for a section, words of this content, and of the reason why the
// section of one row on one dataset is empty; "" if it is not.
type example struct {
	run         func(*testing.T) *Run
	want, empty string
}

// examples has an example of each section.
var examples = map[string]example{
	"summary": {func(t *testing.T) *Run { return run(t, oneSplit()) }, "A map has the lowest hamming",
		"No two rows"},
	"claims": {func(t *testing.T) *Run {
		r := run(t, ladder(1))
		r.Table.Source = "Doe 2000"
		r.Table.Claims = []table.Claim{{Dataset: "d", Text: "A < B", Outcome: stats.Holds, Delta: -0.01,
			Low: -0.02, High: -0.004, Column: &r.Table.Columns[0]}}
		return r
	}, "−2.00 … −0.40", "has no published.yaml"},
	"pairs": {func(t *testing.T) *Run { return run(t, ladder(1)) }, "−20.00", "No two rows"},
	"sensitivity": {func(t *testing.T) *Run {
		r := run(t, oneSplit())
		r.Suite.Choices.Ropes = []float64{1}
		ok(t, conclusions.Add(r.Table))
		return r
	}, "conclusion", "names no choices"},
	"effects": {func(t *testing.T) *Run { return run(t, ladder(8)) }, "×2.18",
		"two rows on two datasets"},
	"sizes":      {func(t *testing.T) *Run { return sizedRun(t, 25, 50, 100, 400) }, "14.5", "one training set size"},
	"parameters": {softRun, "Horizontal lines", "is not tuned"},
	"labels": {func(t *testing.T) *Run {
		list := sentences(pcg(1, 1), 5)
		return taggedRun(t, list, list)
	}, "weighted average without O", "table -section labels prints it"},
	"phases": {phasedRun, "level, 2 of 3", "grid of two arguments"},
}

// TestExamplesOfSections: each section has an example and shows its words in every format, with no
// character that plain LaTeX lacks. A run without content for it has the reason.
func TestExamplesOfSections(t *testing.T) {
	for _, name := range Names() {
		x, found := examples[name]
		if !found {
			t.Errorf("section %s has no example", name)
			continue
		}
		bare := must(Sections(run(t, world{"d": {"A": {{{0.1, 0.2}}}}}), name))(t)[0]
		if (bare.Empty == "") != (x.empty == "") || !strings.Contains(bare.Empty, x.empty) {
			t.Errorf("%s of one row on one dataset: %q, want %q", name, bare.Empty, x.empty)
		}
		s := must(Sections(x.run(t), name))(t)[0]
		if s.Empty != "" || s.Title == "" || s.Name != name {
			t.Errorf("%s: %q, title %q, empty: %q", name, s.Name, s.Title, s.Empty)
		}
		for _, format := range grid.Formats() {
			var b bytes.Buffer
			ok(t, s.Print(true).Write(&b, format))
			at := strings.IndexFunc(b.String(), func(c rune) bool { return c > 0x17F })
			switch {
			case format == "latex" && at >= 0: // it has words of its own for signs
				t.Errorf("%s: unknown to LaTeX: the character after %q", name, b.String()[max(0, at-40):at])
			case format != "latex" && (format != "csv" || s.Grid != nil): // a grid alone
				says(t, b.String(), x.want)
			}
		}
	}
}

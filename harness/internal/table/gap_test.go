package table_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/sp"
)

// gapOf returns what the last column of the table says of each learner, that of convergence apart,
// and its notes as one line.
func gapOf(t *testing.T, entries []table.Entry) (gaps map[string]string, notes string) {
	t.Helper()
	tab := build(t, entries)
	gaps = map[string]string{}
	style := layout.Style{Columns: []string{"decoder", "results", "cpu", "passes", "calls", "gap"}}
	for _, line := range strings.Split(write(t, tab, "markdown", style), "\n") {
		cells := strings.Split(line, "|")
		if label := strings.TrimSpace(cells[min(1, len(cells)-1)]); len(cells) > 2 && label != "" {
			gaps[label] = strings.TrimSpace(cells[len(cells)-2])
		}
	}
	return gaps, notesOf(tab)
}

// A gap above 1000 % is no number of 30 digits in a table; JSON and CSV keep it.
func TestHugeGap(t *testing.T) {
	entries := run("a", 1, 20, false)
	for i := range entries {
		if e := &entries[i]; e.Label == "CRF" {
			e.Fit.Audit = audited("hinge", 1, 6e23)
		}
	}
	tab := build(t, entries)
	for format, want := range map[string]string{
		"text": " >1000", "markdown": "| >1000 |", "latex": "$>$1000",
		"json": `"gap": 6e+23`,
	} {
		style := layout.Style{}
		if format == "latex" { // where effort is left out
			style.Columns = []string{"gap"}
		}
		out := write(t, tab, format, style)
		says(t, out, want)
	}
	says(t, notesOf(tab), "CRF on a (>1000 %)")
}

// TestNotesOfFits: a note on some fits names their learners. If datasets differ, it names these, too.
// Without such fits there is no note.
func TestNotesOfFits(t *testing.T) {
	onB := func(e *table.Entry, label string) bool { return e.Label == label && e.Dataset == "b" }
	gap := func(bound float64) func(e *table.Entry) {
		return func(e *table.Entry) {
			if onB(e, "S-SVM (BCFW)") && e.Seed.Learner == 2 {
				e.Fit.Audit = &record.Audit{Kind: "hinge", Objective: 10, Bound: record.Number(bound)}
			}
		}
	}
	calls := func(label string) func(e *table.Entry) {
		return func(e *table.Entry) { e.Fit.Remote = label == "" || e.Label == label }
	}
	sweeps := func(label string) func(e *table.Entry) {
		return func(e *table.Entry) {
			if e.Fit.Counts = (sp.Counts{Visits: 5, MAP: 5}); label == "" || e.Label == label {
				e.Fit.Counts.Sweeps = 300
			}
		}
	}
	const (
		far       = "Far from the optimum of the training objective (gap above 10 %): "
		answered  = "The harness answered the oracle calls of "
		outside   = "Sweeps over all variables of an instance outside of the oracles do not count as oracle calls: "
		learnedAs = "training instances, 70 instances with boxes, 1,400 instances with hidden labels, "
	)
	for _, test := range []struct {
		edit  func(e *table.Entry)
		wants []string
		not   string // the start of a note
	}{
		{gap(9), nil, far}, // a gap of just 10 %
		{gap(8.99), []string{far + "S-SVM (BCFW) on b (10 %, 1 of 3 fits)."}, ""},
		{gap(0.024), []string{far + "S-SVM (BCFW) on b (100 %, 1 of 3 fits)."}, ""},
		{func(e *table.Entry) {
			switch {
			case e.Label == "perturb&MAP", onB(e, "CRF") && e.Seed.Learner == 1:
				e.Fit.Ended, e.Fit.Outcome.Kind = "budget", record.Budget
			case e.Label == "independent":
				e.Fit.Ended, e.Fit.Outcome = "", record.Outcome{Kind: record.Crash, Reason: "boom"}
			}
		}, []string{"Cut short by the budget: CRF on b (1 of 3 fits), perturb&MAP."},
			"Predictions that did not converge"},
		{func(e *table.Entry) {
			switch {
			case onB(e, "CRF") && e.Decoder == "mpm":
				e.Row.NotConverged = 5 * int(e.Seed.Learner) // of 20
			case onB(e, "CRF") && e.Seed.Learner == 2:
				e.Row.NotConverged = 20
			case e.Label == "CRF" && e.Decoder == "map" && e.Seed.Learner == 2:
				e.Row.NotConverged = 1
			}
		}, []string{"Predictions that did not converge within a limit of the decoder, such as a number of sweeps (share of test instances): CRF map (a 1.7 %, b 33 %), CRF mpm (b 50 %)."},
			" instances with boxes"},
		{func(e *table.Entry) { e.Boxes, e.Partial = 70, 1400 }, []string{learnedAs}, answered},
		{calls("nobody"), nil, answered}, {calls("CRF"), []string{answered + "CRF by messages"}, ""},
		{calls(""), nil, answered},
		{sweeps("nobody"), nil, outside}, {sweeps("CRF"), []string{outside + "CRF (300 in a fit)."}, ""},
		{sweeps(""), nil, outside},
	} {
		entries := append(run("a", 3, 20, false), run("b", 3, 20, false)...)
		for i := range entries {
			test.edit(&entries[i])
		}
		_, notes := gapOf(t, entries)
		if says(t, notes, test.wants...); test.not != "" && strings.Contains(notes, test.not) {
			t.Errorf("%q is in\n%s", test.not, notes)
		}
	}
}

// Effort is that of the dataset where it is largest, never a sum over datasets, in CPU seconds.
func TestEffortIsOfOneDataset(t *testing.T) {
	entries := append(run("a", 1, 20, false), run("b", 1, 20, false)...)
	for i := range entries {
		e := &entries[i]
		e.Fit.Times.Fit.CPU, e.Fit.Times.Fit.Wall = 2, 2.5
		switch {
		case e.Dataset == "b":
			e.Fit.Times.Fit.CPU, e.Fit.Times.Fit.Wall = 3, 3
		case e.Label == "CRF":
			e.Fit.Times.Fit.Wall = 8
		case e.Label == "perturb&MAP":
			e.Fit.Times.Fit.Wall = 1
		}
	}
	tab := build(t, entries)
	if text := write(t, tab, "markdown", layout.Style{}); !strings.Contains(text, "| CPU s |") ||
		!strings.Contains(text, " 3.0 |") || strings.Contains(text, " 5.0 |") {
		t.Errorf("not CPU seconds of the largest:\n%s", text)
	}
}

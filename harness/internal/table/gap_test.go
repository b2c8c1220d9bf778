package table_test

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/sp"
)

// gapOf returns what the table's last column says of each learner, and its notes as
// one line.
func gapOf(t *testing.T, entries []table.Entry) (gaps map[string]string, notes string) {
	t.Helper()
	tab := build(t, entries)
	gaps = map[string]string{}
	for _, line := range strings.Split(write(t, tab, "markdown", layout.Style{}), "\n") {
		cells := strings.Split(line, "|")
		if label := strings.TrimSpace(cells[min(1, len(cells)-1)]); len(cells) > 2 && label != "" {
			gaps[label] = strings.TrimSpace(cells[len(cells)-2])
		}
	}
	return gaps, notesOf(tab)
}

// The widest gap of all fits is shown, in percent of the objective; a dash where
// there is no bound.
func TestWidestGapIsShown(t *testing.T) {
	entries := append(run("a", 2, 20, false), run("b", 2, 20, false)...)
	for i := range entries {
		if e := &entries[i]; e.Label == "S-SVM (BCFW)" && e.Dataset == "b" && e.Seed.Learner == 2 {
			e.Fit.Audit = audited("hinge", -4, -0.0823)
		}
	}
	gaps, _ := gapOf(t, entries)
	for label, want := range map[string]string{"learner": "gap %", "independent": "—", "CRF": "0.0",
		"S-SVM (BCFW)": "8.2"} {
		if gaps[label] != want {
			t.Errorf("%s: gap %q, want %q", label, gaps[label], want)
		}
	}
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
		"csv": ",6e+23,", "json": `"gap": 6e+23`,
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

// A row on whose gap a reader must not rely is named with its dataset, from 10 % on.
func TestWideGapIsNamed(t *testing.T) {
	const named = "Far from the optimum of the training objective (gap above 10 %): "
	for gap, want := range map[float64]string{
		0.1: "", 0.101: "S-SVM (BCFW) on b (10 %, 1 of 2 fits).",
		0.9976: "S-SVM (BCFW) on b (100 %, 1 of 2 fits).",
	} {
		entries := append(run("a", 2, 20, false), run("b", 2, 20, false)...)
		for i := range entries {
			if e := &entries[i]; e.Label == "S-SVM (BCFW)" && e.Dataset == "b" &&
				e.Seed.Learner == 2 {
				e.Fit.Audit = &record.Audit{Kind: "hinge", Objective: 1, Bound: record.Number(1 - gap)}
				if gap == 0.1 {
					e.Fit.Audit = &record.Audit{Kind: "hinge", Objective: 10, Bound: 9}
				}
			}
		}
		_, notes := gapOf(t, entries)
		if strings.Contains(notes, "Far from") != (want != "") ||
			!strings.Contains(notes, named+want) && want != "" {
			t.Errorf("gap %v: notes\n%s", gap, notes)
		}
	}
}

// Where nothing has a gap there is no column of dashes, and where the oracle is
// approximate the dash does not stand for a bound that was not claimed.
func TestNoGap(t *testing.T) {
	entries := run("a", 2, 20, false)
	for i := range entries {
		entries[i].Fit.Audit = nil
	}
	gaps, notes := gapOf(t, entries)
	if gaps["learner"] != "calls" || !strings.Contains(notes,
		"; no fit has a gap.") {
		t.Errorf("last column %q; notes\n%s", gaps["learner"], notes)
	}
	entries = run("a", 2, 20, false)
	for i := range entries {
		if entries[i].Label == "S-SVM (BCFW)" {
			entries[i].Fit.Audit.Objective = record.Number(math.NaN())
		}
	}
	gaps, notes = gapOf(t, entries)
	if gaps["S-SVM (BCFW)"] != "—" || !strings.Contains(notes, "cannot be audited: S-SVM (BCFW).") {
		t.Errorf("gaps %q; notes\n%s", gaps, notes)
	}
	for _, row := range build(t, entries).Rows {
		want := map[string]string{"CRF": "", "S-SVM (BCFW)": "not audited"}
		if word, ok := want[row.Label]; !ok && row.Effort[0].NoGap != "no bound" || ok &&
			row.Effort[0].NoGap != word {
			t.Errorf("%s: %q", row.Label, row.Effort[0].NoGap)
		}
	}
}

// How fits ended is said by learner and, where these differ, by dataset.
func TestEndsAreSaid(t *testing.T) {
	entries := append(run("a", 3, 20, false), run("b", 3, 20, false)...)
	for i := range entries {
		e := &entries[i]
		switch {
		case e.Label == "perturb&MAP", e.Label == "CRF" && e.Dataset == "b" && e.Seed.Learner == 1:
			e.Fit.Ended, e.Fit.Outcome.Kind = "budget", record.Budget
		case e.Label == "independent":
			e.Fit.Ended, e.Fit.Outcome = "", record.Outcome{Kind: record.Crash, Reason: "boom"}
		}
	}
	_, notes := gapOf(t, entries)
	says(t, notes, "Converged: CRF on a and b (2 of 3 fits), marg. perturb&MAP.",
		"Ended at a limit of their own: S-SVM (BCFW).",
		"Cut short by the budget: CRF on b (1 of 3 fits), perturb&MAP.")
}

// Where an approximate oracle missed maxima, it is said whose steps that cost, and how many.
func TestMissedMaximaAreSaid(t *testing.T) {
	entries := append(run("a", 3, 20, false), run("b", 3, 20, false)...)
	if _, notes := gapOf(t, entries); strings.Contains(notes, "made no step") {
		t.Errorf("notes\n%s", notes)
	}
	for i := range entries {
		if e := &entries[i]; e.Label == "S-SVM (BCFW)" && e.Dataset == "b" && e.Seed.Learner < 3 {
			e.Fit.Checkpoints = atEnd(sp.ValueMissedMaxima, record.Number(10*e.Seed.Learner))
		}
	}
	_, notes := gapOf(t, entries)
	want := "Visits without a step, because the approximate oracle found no better labeling, then or before: S-SVM (BCFW) on b (up to 20 in a fit, 2 of 3 fits)."
	says(t, notes, want)
}

// Predictions that were stopped before they stood still are said, by row and dataset; where there
// are none nothing is.
func TestNotConvergedIsSaid(t *testing.T) {
	entries := append(run("a", 3, 20, false), run("b", 3, 20, false)...)
	if _, notes := gapOf(t, entries); strings.Contains(notes, "stood still") {
		t.Errorf("notes\n%s", notes)
	}
	for i := range entries {
		switch e := &entries[i]; {
		case e.Label == "CRF" && e.Decoder == "mpm" && e.Dataset == "b":
			e.Row.NotConverged = 5 * int(e.Seed.Learner) // of 20
		case e.Label == "CRF" && e.Decoder == "map" && e.Seed.Learner == 2:
			e.Row.NotConverged = 20
			if e.Dataset == "a" {
				e.Row.NotConverged = 1
			}
		}
	}
	_, notes := gapOf(t, entries)
	want := "Predictions that did not converge within a limit of the decoder, such as a number of sweeps (share of test instances): CRF map (a 1.7 %, b 33 %), CRF mpm (b 50 %)."
	says(t, notes, want)
}

// Sentences that hold for several datasets stand there once.
func TestNotesAreMerged(t *testing.T) {
	_, notes := gapOf(t, append(run("a", 3, 60, false), run("b", 3, 40, false)...))
	for _, want := range []string{
		"Mean over 3 seeds on one split ± standard error over test instances.",
		"Sizes: a (300 training instances, 60 test instances, ",
		"Test: sign flips by instance (a: n = 60, finds 4.5 points; b: n = 40, finds",
	} {
		if strings.Count(notes, want[:30]) != 1 || !strings.Contains(notes, want) {
			t.Errorf("not once: %q in\n%s", want, notes)
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

package claims_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// A number stands in the cell of its learner and decoder, in the unit of the metric. Beside an
// incomplete row it is not compared. Numbers change nothing of ours.
func TestNumberStandsBesideItsRow(t *testing.T) {
	entries := tenfold(map[string][]float64{"a": around(0.2, 0.004), "b": around(0.2, 0.003), "c": around(0.2, 0.003)})
	for _, e := range entries[:10] {
		e.Decoder = "mpm"
		entries = append(entries, e)
	}
	entries[29].Fit.Outcome, entries[29].Row = record.Outcome{Kind: record.Crash}, record.Row{}
	of := strings.Replace(onRotations, "[map]", "[map, mpm]", 1)
	tab := beside(t, entries, of, ofRotations+"rows: {a: {decoder: mpm, d: 19.5 ± 0.4}, b: {d: 20}, c: {d: 21}, z: {d: 3}}\n")
	nan := math.NaN()
	for _, want := range []struct {
		label, decoder string
		mean, std      float64
		compared       bool
	}{{"a", "map", nan, nan, false}, {"a", "mpm", 0.195, 0.004, true}, {"b", "map", 0.2, nan, true},
		{"c", "map", 0.21, nan, false}} {
		cell := &tab.Rows[tab.FindRow(want.label, want.decoder)].Cells[0]
		p := cell.Published
		if p == nil {
			if !math.IsNaN(want.mean) {
				t.Errorf("%+v: nothing published", want)
			}
			continue
		}
		if !same(p.Mean, want.mean) || !same(p.Std, want.std) || p.Differs != "" ||
			(p.Verdict != "") != want.compared || want.compared && (p.Delta != cell.Mean-p.Mean ||
			!(p.Low < p.Delta && p.Delta < p.High)) {
			t.Errorf("%+v: %+v", want, p)
		}
	}
	says(t, tab, "Published numbers without a cell in this table, on d: z.")
	if alone := beside(t, entries, of, ofRotations+"rows: {z: {d: 3}}\n"); alone.ResultHash != tab.ResultHash {
		t.Error("published numbers change the hash of our results")
	}
}

func same(got record.Number, want float64) bool {
	return math.Abs(float64(got)-want) < 1e-12 || got != got && math.IsNaN(want)
}

// Numbers of several metrics stand each in the column of its own; one of a metric that the suite
// lacks stands nowhere.
func TestNumbersOfSeveralMetrics(t *testing.T) {
	entries := losses(map[string][]float64{"a": {0.1, 0.2, 0.3}, "b": {0.1, 0.1, 0.1}})
	for i := range entries {
		row := &entries[i].Row
		row.Metrics["micro"], row.Instances["micro"] = row.Metrics["hamming"], row.Instances["hamming"]
	}
	micro := table.Metric{Name: "micro", Percent: true, Micro: true}
	tab := beside(t, entries, "metrics: [hamming-micro: {as: micro}]\n"+onOneSplit, ofOneSplit+
		"rows: {a: [{d: {zero-one: 50, hamming: 15, micro: 14.5}}, {decoder: lbp, d: {zero-one: 51, hamming: 16}}, "+
		"{decoder: lbp, reveal: 0.5, d: {hamming: 9}}]}\n", hamming, micro)
	for c, want := range []float64{0.15, 0.145} {
		if a, b := tab.Rows[0].Cells[c].Published, tab.Rows[1].Cells[c].Published; a == nil || b != nil ||
			!same(a.Mean, want) || a.Differs != "" {
			t.Errorf("%s: published %+v, %+v, want %v", tab.Columns[c].Metric.Name, a, b, want)
		}
	}
	if a, b := tab.Numbers[0].Text, tab.Numbers[1].Text; a != "a map as published" ||
		b != "a map as published, micro" {
		t.Errorf("numbers %q and %q", a, b)
	}
	says(t, tab, "Published numbers without a cell in this table, on d: a (zero-one), a lbp (zero-one), a lbp (hamming).",
		"open 2 (a map on d, a map, micro on d)")
}

// Numbers of a paper stand only beside the data that it had, and a note says why the others are
// left out.
func TestNumberNotBesideOtherData(t *testing.T) {
	entries := tenfold(apart(0.01, 0.001))
	for i := range entries {
		entries[i].DataWarnings = []string{"letter.data is not the published file: 60 words"}
	}
	tab := beside(t, entries, onRotations, ofRotations+"rows: {a: {d: 10}, b: {d: 11}}\nclaims: {d: [a < b]}\n")
	if p := tab.Rows[0].Cells[0].Published; p != nil {
		t.Errorf("%+v stands beside other data", p)
	}
	if c := tab.Claims[0]; c.Why != "our data differ from the published data" {
		t.Errorf("%+v", c)
	}
	says(t, tab, "Warning (data of d): letter.data is not the published file: 60 words.",
		"The published numbers on d are left out: our data differ from the published data.")
}

// Ten rotations, s.d. 0.4 points for both: the difference has the standard error √(2·0.16/10) =
// 0.179 and 9 degrees of freedom, so ± 0.405 at 95 % and ± 0.328 at 90 %.
func TestPublishedAgreement(t *testing.T) {
	for _, c := range []struct {
		margin, ours float64
		want         stats.Verdict
	}{
		{0.5, 0.195, stats.Agrees},
		{0.5, 0.195 + 0.0016, stats.Agrees},
		{0.5, 0.195 + 0.0018, stats.Open},
		{0.5, 0.195 + 0.0040, stats.Open},
		{0.5, 0.195 - 0.0041, stats.Differs},
		{0, 0.195, stats.Open},            // nothing says how near is near
		{1, 0.195 + 0.0045, stats.Agrees}, // and not 0, but by less than matters
	} {
		margin := ""
		if c.margin > 0 {
			margin = fmt.Sprintf("margin: %v\nbecause: so\n", c.margin)
		}
		tab := rotations(t, "rows: {a: {d: 19.5 ± 0.4}}\n"+margin,
			map[string][]float64{"a": around(c.ours, 0.004)})
		p := tab.Rows[0].Cells[0].Published
		if p.Verdict != c.want || math.Abs(float64(p.High-p.Low)/2-0.00405) > 1e-5 {
			t.Errorf("margin %v, ours %v: %+v, want %s", c.margin, c.ours, p, c.want)
		}
		says(t, tab, string(c.want)+" 1 (a map on d)")
	}
}

// The four numbers of a paper, given to the wrong rows, no longer all pass: each pair that our
// numbers tell apart is reversed, or the numbers differ.
func TestRelabelledPaperIsSeen(t *testing.T) {
	ours := map[string][]float64{"a": around(0.189, 0.003), "b": around(0.194, 0.003),
		"c": around(0.230, 0.004)}
	for i := range 10 {
		ours["b"][i] += 0.001 * float64(i%3)
	}
	const margin = "margin: 0.5\nbecause: one s.d.\n"
	const orders = margin + "claims: {d: [{claim: a < b, margin: 0.3, because: half}, a = b, c > a]}\n"
	right := rotations(t,
		"rows: {a: {d: 18.9 ± 0.5}, b: {d: 19.5 ± 0.5}, c: {d: 23.0 ± 0.5}}\n"+orders, ours)
	wrong := rotations(t,
		"rows: {a: {d: 23.0 ± 0.5}, b: {d: 18.9 ± 0.5}, c: {d: 19.5 ± 0.5}}\n"+margin+"claims: {d: [b < a, b = c, a > c]}\n", ours)
	for tab, want := range map[*table.Table][]stats.Verdict{
		right: {stats.Holds, stats.Unequal, stats.Holds},
		wrong: {stats.Reversed, stats.Reversed, stats.Reversed},
	} {
		for i, c := range tab.Claims {
			if c.Outcome != want[i] || c.Why != "" || !(c.Low < c.Delta && c.Delta < c.High) {
				t.Errorf("%+v, want %s", c, want[i])
			}
		}
		if len(tab.Claims) != len(want) || len(claims.Failed(tab)) > 0 != (tab == wrong) {
			t.Errorf("%d claims; failed %q", len(tab.Claims), claims.Failed(tab))
		}
	}
	for r := range right.Rows {
		if v := right.Rows[r].Cells[0].Published.Verdict; v != stats.Agrees {
			t.Errorf("%s %s", right.Rows[r].Label, v)
		}
		if v := wrong.Rows[r].Cells[0].Published.Verdict; v == stats.Agrees {
			t.Errorf("given to the wrong row, %s %s", right.Rows[r].Label, v)
		}
	}
}

// An order or an equality is of learners: it is tested on the data that we have, and that these are
// others is said once. A claim by another metric, or about a row that there is not, is open and the
// note says why.
func TestClaimsAreTestedOnOurData(t *testing.T) {
	ours := map[string][]float64{"a": around(0.189, 0.003), "b": around(0.230, 0.004),
		"c": around(0.2301, 0.004)}
	for i := range 10 {
		ours["c"][i] += 0.001 * float64(i%3)
	}
	const rows = "rows: {a: {d: 18}, b: {d: 19}, c: {d: 19}, e: {d: 20}}\nmargin: 0.5\nbecause: half\nclaims: {d: [a < b, b < a, b = c, a < e]}\n"
	tab := beside(t, tenfold(ours), onRotations,
		"metric: hamming\ndatasets: {d: {data: ocr, split: nine of ten}}\n"+rows)
	for i, want := range []table.Claim{{Outcome: stats.Holds}, {Outcome: stats.Reversed},
		{Outcome: stats.Holds}, {Outcome: stats.Open, Why: "there is no row of e"}} {
		c := tab.Claims[i]
		if c.Outcome != want.Outcome || c.Why != want.Why || (c.Differs != "") != (c.Why == "") ||
			(c.Low < c.Delta && c.Delta < c.High) != (c.Why == "") {
			t.Errorf("%+v, want %s %s", c, want.Outcome, want.Why)
		}
	}
	if p := tab.Rows[0].Cells[0].Published; p.Verdict != "" {
		t.Errorf("a number of another split is compared: %+v", p)
	}
	const want = "Claims of the paper: 2 hold, 1 reversed, 1 open. Claims are tested on our data, which differ from the paper's: d (split: theirs nine of ten, ours {rotate: test-one})."
	if text := strings.Join(tab.Notes, "\n"); strings.Count(text, want) != 1 {
		t.Errorf("not once: %q in\n%s", want, text)
	}
	tab = beside(t, tenfold(ours), onRotations,
		"metric: area\ndatasets: {d: {data: ocr, split: {rotate: test-one}}}\n"+rows)
	if c := tab.Claims[0]; c.Outcome != stats.Open ||
		c.Why != "theirs is of area, ours of hamming" {
		t.Errorf("by another metric: %+v", c)
	}
}

// TestClaimOfUnfinished: a claim about a row that was cut short, or is far from its optimum, is
// open with the reason. A published number beside that row is open too. A row is exempt if the
// suite sets the length of training and the fits had it.
func TestClaimOfUnfinished(t *testing.T) {
	for _, c := range []struct {
		name, passes string
		ended        sp.End
		gap          float64
		want         string
	}{
		{"converged", "", sp.Converged, 0.01, ""},
		{"no certificate", "", sp.Converged, math.NaN(), ""},
		{"cut by the budget", "passes: 100", sp.EndedByBudget, 0.01, "the budget cut a short"},
		{"stopped", "", sp.EndedByTime, 0.01, "the time limit cut a short"},
		{"far", "", sp.Converged, 4.12, "a has a gap of 412 %"},
		{"far at its default limit", "", sp.EndedByLimit, 0.2, "a has a gap of 20 %"},
		{"far at the limit of the suite", "passes: 100", sp.EndedByLimit, 0.2, ""},
		{"0 passes are no limit", "passes: 0", sp.EndedByLimit, 0.2, "a has a gap of 20 %"},
	} {
		entries := tenfold(map[string][]float64{"a": around(0.189, 0.189/60), "b": around(0.23, 0.23/60)})
		for i := range entries {
			e := &entries[i]
			if e.Fit.Ended = sp.Converged; e.Label == "a" && e.Split == 3 {
				e.Fit.Ended = c.ended
				e.Fit.Audit = &record.Audit{Kind: "hinge", Objective: 2, Bound: record.Number(2 * (1 - c.gap))}
			}
		}
		tab := beside(t, entries, "datasets: [ocr: {as: d, split: {train: [0], test: [1]}}]\n"+
			"learners:\n  - ssvm: {as: a, "+c.passes+"}\n  - crf: {as: b}\n",
			ofOneSplit+"rows: {a: {d: 12}, b: {d: 23}}\nclaims: {d: [a < b]}\n")
		want, verdict := stats.Holds, stats.Differs
		if c.want != "" {
			want, verdict = stats.Open, stats.Open
		}
		if got := tab.Claims[0]; got.Outcome != want || got.Why != c.want || !(got.Delta < 0) {
			t.Errorf("%s: %+v, want %s %q", c.name, got, want, c.want)
		}
		if p := tab.Rows[0].Cells[0].Published; p.Verdict != verdict || p.Why != c.want ||
			!(p.High > p.Low) {
			t.Errorf("%s: %+v, want %s", c.name, p, verdict)
		}
		if failed := claims.Failed(tab); (len(failed) > 0) != (c.want == "") {
			t.Errorf("%s: failed: %q", c.name, failed)
		}
	}
}

// TestGroupsWithoutInstances: cross-validation needs no values by instance, also with groups.
func TestGroupsWithoutInstances(t *testing.T) {
	entries := tenfold(apart(0.005, 0.01))
	for i := range entries {
		entries[i].TestGroups = 5
	}
	tab := beside(t, entries, onRotations, ofRotations+"rows: {a: {d: 10}, b: {d: 20}}\n")
	if detail := tab.Columns[0].Detail; !strings.Contains(detail, "n_test/n_train") {
		t.Errorf("%q", detail)
	}
}

package table_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/sp"
)

// papers returns numbers that a paper might have printed about the lines of run,
// and a suite whose dataset large has the given split instead of the paper's.
func papers(largeSplit string) (*suite.Published, *suite.Suite) {
	p, err := suite.ParsePublished("published.yaml", []byte(`
source: Writer & Reader, On Letters, Proc. 2018, Table 2.
metric: hamming
datasets:
  small: {data: ocr, split: {train: [0], test: [1, 2]}}
  large: {data: ocr, split: {train: [1, 2], test: [0]}}
rows:
  CRF: {decoder: mpm, small: 5.5 ± 0.4, large: 5.1 ± 0.8}
  S-SVM (BCFW): {small: 4.9 ± 0.4, large: 12.0 ± 1.1}
  perturb&MAP: {decoder: perturb, small: 5.5 ± 0.3, large: 12.5}
  marg. perturb&MAP: {decoder: perturb, small: 5.25, large: 12.84}
  DNN: {small: 3.0}
`))
	if err != nil {
		panic(err)
	}
	s, err := suite.Parse("suite.yaml", []byte(`
datasets:
  - ocr: {as: small, split: {train: [0], test: [1, 2]}}
  - ocr: {as: large, `+largeSplit+`}
learners:
  - crf: {as: CRF}
  - ssvm: {as: S-SVM (BCFW)}
  - marginalpmap: {as: perturb&MAP}
  - marginalpmap: {as: marg. perturb&MAP}
decoders: [map, mpm, perturb]
`))
	if err != nil {
		panic(err)
	}
	return p, s
}

func publishedTable(t *testing.T, entries []table.Entry, largeSplit string) *table.Table {
	t.Helper()
	p, s := papers(largeSplit)
	return built(t, entries, table.Options{Published: p, Suite: s})
}

// published returns what stands beside a row on a dataset.
func published(t *testing.T, tab *table.Table, label, decoder, dataset string) (*table.Cell,
	*table.Published) {
	t.Helper()
	for r, row := range tab.Rows {
		for c, col := range tab.Columns {
			if row.Label == label && row.Decoder == decoder && col.Dataset == dataset {
				cell := &tab.Rows[r].Cells[c]
				return cell, cell.Published
			}
		}
	}
	t.Fatalf("no cell of %s %s on %s", label, decoder, dataset)
	return nil, nil
}

func TestPublishedStandsBesideItsRow(t *testing.T) {
	entries := append(run("small", 3, 100, true), run("large", 3, 100, true)...)
	fail(entries, "perturb&MAP", "", 2, record.Crash, "boom")
	tab := publishedTable(t, entries, "split: {train: [1, 2], test: [0]}")
	for _, want := range []struct {
		label, decoder string
		mean, std      float64
		compared       bool
	}{
		{"CRF", "mpm", 0.055, 0.004, true},
		{"S-SVM (BCFW)", "map", 0.049, 0.004, true},
		{"perturb&MAP", "perturb", 0.055, 0.003, false}, // a fit is missing
		{"marg. perturb&MAP", "perturb", 0.0525, math.NaN(), true},
	} {
		cell, p := published(t, tab, want.label, want.decoder, "small")
		if p == nil {
			t.Fatalf("%s %s: nothing published", want.label, want.decoder)
		}
		if !same(float64(p.Mean), want.mean) || !same(float64(p.Std), want.std) || p.Differs != "" {
			t.Errorf("%s: %+v", want.label, p)
		}
		if delta := float64(cell.Mean) - want.mean; want.compared != same(float64(p.Delta), delta) {
			t.Errorf("%s: delta %v, ours − theirs %v", want.label, p.Delta, delta)
		}
		if want.compared != (p.Verdict != "") || want.compared &&
			!(p.Low < p.Delta && p.Delta < p.High) {
			t.Errorf("%s: verdict %q, difference %v in %v … %v", want.label, p.Verdict, p.Delta,
				p.Low, p.High)
		}
	}
	if _, p := published(t, tab, "CRF", "map", "small"); p != nil {
		t.Errorf("the number for mpm stands beside map: %+v", p)
	}
	says(t, notesOf(tab), "Published numbers without a cell in this table, on small: DNN.")
}

// Numbers of several metrics stand each in the column of its own; one of a metric that the suite
// lacks stands nowhere.
func TestPublishedOfSeveralMetrics(t *testing.T) {
	p, err := suite.ParsePublished("published.yaml", []byte(`
source: Writer & Reader, On Letters, Proc. 2018, Table 2.
metric: hamming
datasets:
  small: {data: ocr, split: {train: [0], test: [1, 2]}}
rows:
  CRF: [{decoder: mpm, small: {zero-one: 50, hamming: 15, hamming-micro: 14.5}}, {decoder: lbp, small: {zero-one: 51, hamming: 16}}, {decoder: lbp, reveal: 0.5, small: {hamming: 9}}]
`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := suite.Parse("suite.yaml", []byte(`
datasets: [ocr: {as: small, split: {train: [0], test: [1, 2]}}]
metrics: [hamming-micro]
learners: [crf: {as: CRF}]
decoders: [map, mpm]
`))
	if err != nil {
		t.Fatal(err)
	}
	entries := run("small", 3, 20, false)
	for i := range entries {
		entries[i].Row.Metrics["hamming-micro"],
			entries[i].Row.Instances["hamming-micro"] = entries[i].Row.Metrics["hamming"],
			entries[i].Row.Instances["hamming"]
	}
	tab := built(t, entries, table.Options{Metrics: []table.Metric{hamming, micro}, Published: p,
		Suite: s})
	for _, row := range tab.Rows {
		for c, want := range []float64{0.15, 0.145} {
			switch got := row.Cells[c].Published; {
			case (got != nil) != (row.Label == "CRF" && row.Decoder == "mpm"):
				t.Errorf("%s %s: published %+v", row.Label, row.Decoder, got)
			case got != nil && (!same(float64(got.Mean), want) || got.Differs != ""):
				t.Errorf("%s: published %+v, want %v", tab.Columns[c].Metric.Name, got, want)
			}
		}
	}
	for i, want := range []string{"CRF mpm as published", "CRF mpm as published, hamming-micro"} {
		if got := tab.Numbers[i].Text; got != want {
			t.Errorf("number %d is %q, want %q", i, got, want)
		}
	}
	notes := notesOf(tab)
	says(t, notes,
		"Published numbers without a cell in this table, on small: CRF mpm (zero-one), CRF lbp (zero-one), CRF lbp (hamming).", "differs 1 (CRF mpm on small), open 1 (CRF mpm, hamming-micro on small)")
}

func same(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }

// rotations returns a suite of rotations, what a paper printed about them, and entries whose split
// means are those given, by learner.
func rotations(t *testing.T, rows string, means map[string][]float64) *table.Table {
	t.Helper()
	return measured(t,
		"metric: hamming\ndatasets: {d: {data: ocr, split: {rotate: test-one}}}\n"+rows, means)
}

// measured is rotations with what the paper's numbers were measured on.
func measured(t *testing.T, paper string, means map[string][]float64) *table.Table {
	t.Helper()
	p := must(suite.ParsePublished("published.yaml", []byte("source: A paper\n"+paper)))(t)
	var entries []table.Entry
	text := "datasets:\n  - ocr: {as: d, split: {rotate: test-one}}\nlearners:\n"
	for _, label := range []string{"a", "b", "c"} {
		for split, v := range means[label] {
			entries = append(entries, table.Entry{Planned: table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1), Train: 90, Test: 10, Overlap: 8. / 9}, Label: label, Decoder: "map",
				Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"hamming": record.Number(v)}}})
		}
		text += "  - crf: {as: " + label + "}\n"
	}
	s := must(suite.Parse("suite.yaml", []byte(text+"decoders: [map]\n")))(t)
	return built(t, entries, table.Options{Published: p, Suite: s})
}

// around returns ten numbers with that mean and standard deviation.
func around(mean, std float64) (v []float64) {
	for i := range 10 {
		v = append(v, mean+std*(float64(i)-4.5)/math.Sqrt(82.5/9))
	}
	return v
}

// Ten rotations, s.d. 0.4 points for both: the difference has the standard error √(2·0.16/10) =
// 0.179 and 9 degrees of freedom, so ± 0.405 at 95 % and ± 0.328 at 90 %.
func TestPublishedAgreement(t *testing.T) {
	for _, c := range []struct {
		margin, ours float64
		want         table.Verdict
	}{
		{0.5, 0.195, table.Agrees},
		{0.5, 0.195 + 0.0016, table.Agrees},
		{0.5, 0.195 + 0.0018, table.Open},
		{0.5, 0.195 + 0.0040, table.Open},
		{0.5, 0.195 - 0.0041, table.Differs},
		{0, 0.195, table.Open},            // nothing says how near is near
		{1, 0.195 + 0.0045, table.Agrees}, // and not 0, but by less than matters
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
		says(t, notesOf(tab), string(c.want)+" 1 (a map on d)")
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
	const claims = margin + "claims: {d: [{claim: a < b, margin: 0.3, because: half}, a = b, c > a]}\n"
	right := rotations(t,
		"rows: {a: {d: 18.9 ± 0.5}, b: {d: 19.5 ± 0.5}, c: {d: 23.0 ± 0.5}}\n"+claims, ours)
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
		if len(tab.Claims) != len(want) || len(tab.Failed()) > 0 != (tab == wrong) {
			t.Errorf("%d claims; failed %q", len(tab.Claims), tab.Failed())
		}
	}
	for r := range right.Rows {
		if v := right.Rows[r].Cells[0].Published.Verdict; v != table.Agrees {
			t.Errorf("%s %s", right.Rows[r].Label, v)
		}
		if v := wrong.Rows[r].Cells[0].Published.Verdict; v == table.Agrees {
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
	tab := measured(t, "metric: hamming\ndatasets: {d: {data: ocr, split: nine of ten}}\n"+rows,
		ours)
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
	notes := notesOf(tab)
	for _, want := range []string{
		"Claims of the paper: 2 hold, 1 reversed, 1 open. Claims are tested on our data, which differ from the paper's: d (split: theirs nine of ten, ours rotate test-one).",
	} {
		if strings.Count(notes, want) != 1 {
			t.Errorf("not once: %q in\n%s", want, notes)
		}
	}
	tab = measured(t, "metric: area\ndatasets: {d: {data: ocr, split: {rotate: test-one}}}\n"+rows,
		ours)
	if c := tab.Claims[0]; c.Outcome != stats.Open ||
		c.Why != "theirs is of area, ours of hamming" {
		t.Errorf("by another metric: %+v", c)
	}
}

func TestPublishedElsewhereIsNotCompared(t *testing.T) {
	entries := append(run("small", 2, 50, true), run("large", 2, 50, true)...)
	tab := publishedTable(t, entries, "split: {train: [1], test: [0]}")
	_, p := published(t, tab, "CRF", "mpm", "large")
	if p.Note == 0 || finiteNumber(p.Delta) || p.Verdict != "" {
		t.Fatalf("%+v", p)
	}
	want := "not comparable with the published number: split: theirs train folds [1, 2], test folds [0], ours train folds [1], test folds [0]"
	if got := tab.Footnotes[p.Note-1]; got != want {
		t.Errorf("footnote %q, want %q", got, want)
	}
	says(t, write(t, tab, "text", layout.Style{}), "5.1 ± 0.8 ≠ [")
}

func finiteNumber(v record.Number) bool { return v-v == 0 }

func TestPublishedLeavesTheEvidenceAlone(t *testing.T) {
	entries := run("small", 2, 50, true)
	if a, b := build(t, entries).ResultHash, publishedTable(t, entries,
		"split: {train: [1], test: [0]}").ResultHash; a != b {
		t.Error("what others published changed our result hash")
	}
}

// Numbers of a paper stand only beside the data that it had, and a note says why
// the others are left out.
func TestPublishedNotBesideOtherData(t *testing.T) {
	entries := append(run("small", 3, 100, true), run("large", 3, 100, true)...)
	for i := range entries {
		if entries[i].Dataset == "large" {
			entries[i].DataWarnings = []string{"letter.data is not the published file: 60 words"}
		}
	}
	tab := publishedTable(t, entries, "split: {train: [1, 2], test: [0]}")
	if _, p := published(t, tab, "CRF", "mpm", "small"); p == nil {
		t.Error("nothing stands beside the published data")
	}
	if _, p := published(t, tab, "CRF", "mpm", "large"); p != nil {
		t.Errorf("%v stands beside other data", *p)
	}
	notes := notesOf(tab)
	says(t, notes,
		"Warning (data of large): letter.data is not the published file: 60 words.",
		"The published numbers on large are left out: our data differ from the published data.",
		"Our numbers compared with the published ones: ",
	)
}

// TestClaimAbove: Δ of A > B is A − B, as the claim is written.
func TestClaimAbove(t *testing.T) {
	ours := map[string][]float64{"a": around(0.189, 0.003), "c": around(0.230, 0.004)}
	tab := rotations(t,
		"rows: {a: {d: 18.9}, c: {d: 23.0}}\nclaims: {d: [c > a, a > c, a < c, c < a]}\n", ours)
	for i, want := range []struct {
		outcome stats.Verdict
		above   bool // Δ is positive
	}{{stats.Holds, true}, {stats.Reversed, false}, {stats.Holds, false}, {stats.Reversed, true}} {
		c := tab.Claims[i]
		if c.Outcome != want.outcome || (c.Delta > 0) != want.above ||
			!(c.Low < c.Delta && c.Delta < c.High) {
			t.Errorf("%s: %+v, want %v", c.Text, c, want)
		}
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
		p,
			err := suite.ParsePublished("published.yaml",
			[]byte("source: A paper\nmetric: hamming\n"+
				"datasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\nrows: {a: {d: 12}, b: {d: 23}}\nclaims: {d: [a < b]}\n"))
		if err != nil {
			t.Fatal(err)
		}
		s,
			err := suite.Parse("suite.yaml",
			[]byte("datasets: [ocr: {as: d, split: {train: [0], test: [1]}}]\n"+
				"learners:\n  - ssvm: {as: a, "+c.passes+"}\n  - crf: {as: b}\n"))
		if err != nil {
			t.Fatal(err)
		}
		var entries []table.Entry
		for label, mean := range map[string]float64{"a": 0.189, "b": 0.23} {
			for split, v := range around(mean, mean/60) {
				e := table.Entry{Planned: table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1), Train: 90, Test: 10, Overlap: 8. / 9}, Label: label, Decoder: "map",
					Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}, Ended: sp.Converged},
					Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"hamming": record.Number(v)}}}
				if label == "a" && split == 3 {
					e.Fit.Ended, e.Fit.Audit = c.ended, audited("hinge", 2, c.gap)
				}
				entries = append(entries, e)
			}
		}
		tab := built(t, entries, table.Options{Published: p, Suite: s})
		want, verdict := stats.Holds, table.Differs
		if c.want != "" {
			want, verdict = stats.Open, table.Open
		}
		if got := tab.Claims[0]; got.Outcome != want || got.Why != c.want || !(got.Delta < 0) {
			t.Errorf("%s: %+v, want %s %q", c.name, got, want, c.want)
		}
		if _, p := published(t, tab, "a", "map", "d"); p.Verdict != verdict || p.Why != c.want ||
			!(p.High > p.Low) {
			t.Errorf("%s: %+v, want %s", c.name, p, verdict)
		}
		if failed := tab.Failed(); (len(failed) > 0) != (c.want == "") {
			t.Errorf("%s: failed: %q", c.name, failed)
		}
	}
}

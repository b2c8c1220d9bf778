package table_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
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
	return must(beside("", entries, table.Options{Metrics: []table.Metric{hamming}, Suite: s}, p))(t)
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
	tab := must(beside("", entries, table.Options{Metrics: []table.Metric{hamming, micro}, Suite: s}, p))(t)
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

func TestPublishedElsewhereIsNotCompared(t *testing.T) {
	entries := append(run("small", 2, 50, true), run("large", 2, 50, true)...)
	tab := publishedTable(t, entries, "split: {train: [1], test: [0]}")
	_, p := published(t, tab, "CRF", "mpm", "large")
	if p.Note == 0 || finiteNumber(p.Delta) || p.Verdict != "" {
		t.Fatalf("%+v", p)
	}
	want := "not comparable with the published number: split: theirs {train: [1, 2], test: [0]}, ours {train: [1], test: [0]}"
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

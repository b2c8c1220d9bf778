package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
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
  CRF: {output: mpm, small: 5.5 ± 0.4, large: 5.1 ± 0.8}
  S-SVM (BCFW): {small: 4.9 ± 0.4, large: 12.0 ± 1.1}
  perturb&MAP: {output: perturb, small: 5.5 ± 0.3, large: 12.5}
  marg. perturb&MAP: {output: perturb, small: 5.25, large: 12.84}
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
outputs: [map, mpm, perturb]
`))
	if err != nil {
		panic(err)
	}
	return p, s
}

func publishedTable(t *testing.T, entries []report.Entry, largeSplit string) *report.Table {
	t.Helper()
	p, s := papers(largeSplit)
	table, err := report.Build("", entries, report.Options{Metrics: []report.Metric{hamming}, Published: p, Suite: s})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// published returns what stands beside a row on a dataset.
func published(t *testing.T, table *report.Table, label, output, dataset string) (*report.Cell, *report.Published) {
	t.Helper()
	for r, row := range table.Rows {
		for c, col := range table.Columns {
			if row.Label == label && row.Output == output && col.Dataset == dataset {
				cell := &table.Rows[r].Cells[c]
				return cell, cell.Published
			}
		}
	}
	t.Fatalf("no cell of %s %s on %s", label, output, dataset)
	return nil, nil
}

func TestPublishedStandsBesideItsRow(t *testing.T) {
	entries := append(run("small", 3, 100, true), run("large", 3, 100, true)...)
	fail(entries, "perturb&MAP", "", 2, record.Crash, "boom")
	table := publishedTable(t, entries, "split: {train: [1, 2], test: [0]}")
	for _, want := range []struct {
		label, output string
		mean, std     float64
		compared      bool
	}{
		{"CRF", "mpm", 0.055, 0.004, true},
		{"S-SVM (BCFW)", "map", 0.049, 0.004, true},
		{"perturb&MAP", "perturb", 0.055, 0.003, false}, // a fit is missing
		{"marg. perturb&MAP", "perturb", 0.0525, math.NaN(), true},
	} {
		cell, p := published(t, table, want.label, want.output, "small")
		if p == nil {
			t.Fatalf("%s %s: nothing published", want.label, want.output)
		}
		if !same(float64(p.Mean), want.mean) || !same(float64(p.Std), want.std) || p.Differs != "" {
			t.Errorf("%s: %+v", want.label, p)
		}
		if delta := float64(cell.Mean) - want.mean; want.compared != same(float64(p.Delta), delta) {
			t.Errorf("%s: delta %v, ours − theirs %v", want.label, p.Delta, delta)
		}
		if want := want.compared && math.Abs(float64(p.Delta)) > 2*want.std; p.Beyond != want {
			t.Errorf("%+v: beyond should be %v", p, want)
		}
	}
	if _, p := published(t, table, "CRF", "map", "small"); p != nil {
		t.Errorf("the number for mpm stands beside map: %+v", p)
	}
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "Published numbers without a row of ours on small: DNN.") {
		t.Errorf("notes:\n%s", notes)
	}
}

func same(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }

// TestPublishedAgreement moves our mean across the two deviations.
func TestPublishedAgreement(t *testing.T) {
	for ours, want := range map[float64]bool{0.0469: true, 0.0471: false, 0.055: false, 0.0629: false, 0.0631: true} {
		t.Run(fmt.Sprint(ours), func(t *testing.T) {
			var entries []report.Entry
			for split := range 3 {
				entries = append(entries, report.Entry{Dataset: "small", Split: split, Seed: 1, Label: "CRF", Output: "mpm", Train: 10, Test: 5,
					Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]float64{"hamming": ours}})
			}
			table := publishedTable(t, entries, "split: {train: [1, 2], test: [0]}")
			_, p := published(t, table, "CRF", "mpm", "small")
			if p.Beyond != want {
				t.Errorf("%+v", p)
			}
			line := "Within 2 published standard deviations: all of 1."
			if want {
				line = "Within 2 published standard deviations: 0 of 1; not: CRF on small."
			}
			if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, line) {
				t.Errorf("notes:\n%s", notes)
			}
		})
	}
}

func TestPublishedElsewhereIsNotCompared(t *testing.T) {
	entries := append(run("small", 2, 50, true), run("large", 2, 50, true)...)
	table := publishedTable(t, entries, "split: {train: [1], test: [0]}")
	_, p := published(t, table, "CRF", "mpm", "large")
	if p.Note == 0 || finiteNumber(p.Delta) || p.Beyond {
		t.Fatalf("%+v", p)
	}
	want := "not comparable with the published number: split: theirs train folds [1, 2], test folds [0], ours train folds [1], test folds [0]"
	if got := table.Footnotes[p.Note-1]; got != want {
		t.Errorf("footnote %q, want %q", got, want)
	}
	if text := write(t, table, "text", report.Style{}); !strings.Contains(text, "5.1 ± 0.8 ≠ [") {
		t.Errorf("not marked:\n%s", text)
	}
}

func finiteNumber(v record.Number) bool { return v-v == 0 }

func TestPublishedLeavesTheEvidenceAlone(t *testing.T) {
	entries := run("small", 2, 50, true)
	if a, b := build(t, entries).Evidence, publishedTable(t, entries, "split: {train: [1], test: [0]}").Evidence; a != b {
		t.Error("what others published changed our evidence")
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
	table := publishedTable(t, entries, "split: {train: [1, 2], test: [0]}")
	if _, p := published(t, table, "CRF", "mpm", "small"); p == nil {
		t.Error("nothing stands beside the published data")
	}
	if _, p := published(t, table, "CRF", "mpm", "large"); p != nil {
		t.Errorf("%v stands beside other data", *p)
	}
	notes := strings.Join(table.Notes, "\n")
	for _, want := range []string{
		"Warning (data of large): letter.data is not the published file: 60 words.",
		"The published numbers on large are left out: ours were not measured on the published data.",
		"Within 2 published standard deviations: ",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %q:\n%s", want, notes)
		}
	}
}

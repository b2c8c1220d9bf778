package table_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// withPlacebo is rows of 24 words of which "again" repeats "a", better than it by chance.
func withPlacebo(weights ...string) ([]table.Entry, *suite.Suite) {
	order := []string{"a", "b", "again"}
	losses := map[string][]float64{}
	for i := range 24 {
		losses["a"] = append(losses["a"], .3+.1*float64(i%3))
		losses["b"] = append(losses["b"], .3+.1*float64(i%4))
		losses["again"] = append(losses["again"], .3+.1*float64(i%3)-.1*float64(i%2))
	}
	if weights[0] == weights[1] {
		losses["again"] = losses["a"]
	}
	s := &suite.Suite{}
	for i, label := range order {
		l := suite.Learner{Label: label, Decoders: []suite.Decoder{{Label: "map"}}}
		l.Name, l.Args = string("lll"[i]), []byte(`{}`)
		if label == "b" {
			l.Name = "other"
		}
		if label == "again" {
			l.Placebo = &suite.Placebo{Of: "a", Number: 1}
		}
		s.Learners = append(s.Learners, l)
	}
	entries := fits(losses, order...)
	entries[0].Weights, entries[2].Weights = weights[0], weights[1]
	return entries, s
}

func buildWith(t *testing.T, entries []table.Entry, s *suite.Suite) (tab *table.Table,
	text string) {
	t.Helper()
	tab = built(t, entries, table.Options{Suite: s})
	return tab, flat(write(t, tab, "text", layout.Style{Notes: "full"}))
}

// A placebo changes nothing for the other rows, even where it has the best mean, and a note says by
// how much it differs from what it repeats.
func TestPlaceboHasNoPartInTheMarks(t *testing.T) {
	entries, s := withPlacebo("0a", "0b")
	alone, _ := buildWith(t, entries[:2], s)
	tab, text := buildWith(t, entries, s)
	for r := range alone.Rows {
		was, is := alone.Rows[r].Cells[0], tab.Rows[r].Cells[0]
		if was.Best != is.Best || was.Undecided != is.Undecided ||
			was.Effect == is.Effect != (was.Effect == was.Effect) || is.Adjusted == is.Adjusted &&
			was.Adjusted != is.Adjusted {
			t.Errorf("row %d: %+v, without the placebo %+v", r, is, was)
		}
	}
	cell := tab.Rows[2].Cells[0]
	if cell.Best || cell.Undecided || cell.Against != "a map" || cell.Adjusted == cell.Adjusted ||
		!(cell.P < 0.01) || tab.Comparisons != 1 {
		t.Errorf("%d comparisons, %+v", tab.Comparisons, cell)
	}
	says(t, text,
		"35.0 ± 2.0 A/A ",
		"A/A: again is a placebo of a: the same learner with other seeds, excluded from the marks. Its differences",
		"(± half of the 95 % interval; uncorrected p): −5.00 ± 2.16 points, p 0.000488 (map on d). Significant in map on d: seeds alone cause differences of this size",
	)
}

// Fits that do not depend on the seed are said to be identical, not to be tested and found equal.
func TestPlaceboOfDeterministicLearner(t *testing.T) {
	entries, s := withPlacebo("0a", "0a")
	_, text := buildWith(t, entries, s)
	if !strings.Contains(text,
		"excluded from the marks; identical by construction, as its fits do not depend on the seed. CPU seconds") {
		t.Errorf("%s", text)
	}
}

// One equal fit of two says nothing of the other: that is said, and not how the rows are made.
func TestPlaceboOfFitsThatCannotAllBeCompared(t *testing.T) {
	entries, s := withPlacebo("0a", "0a")
	more, _ := withPlacebo("0a", "0a")
	for i := range more {
		more[i].Dataset, more[i].Weights = "e", ""
	}
	_, text := buildWith(t, append(entries, more...), s)
	if !strings.Contains(text, "; the 1 of 2 fits that can be compared are equal") ||
		strings.Contains(text, "by construction") {
		t.Errorf("%s", text)
	}
	more[0].Weights, more[2].Weights = "0a", "0b"
	if _, text = buildWith(t, append(entries[:3:3], more...), s); strings.Contains(text,
		"are equal") || strings.Contains(text, "by construction") {
		t.Errorf("%s", text)
	}
}

// Of ten differences that are none one has p below 0.05, which is no alarm.
func TestPlaceboOnManyDatasets(t *testing.T) {
	var all []table.Entry
	var s *suite.Suite
	for d := range 10 {
		entries, same := withPlacebo("0a", "0b")
		s = same
		for i := range entries {
			e := &entries[i]
			e.Dataset = string(rune('d' + d))
			if e.Label != "again" {
				continue
			}
			of := entries[0].Instances["hamming"]
			again := record.Statistics{Num: slices.Clone(of.Num), Den: of.Den}
			for k := range 8 { // signs that differ: 7 of 8 in the first dataset have p 0.07, all but none 8 of 8 0.008
				sign := 1.
				if d > 0 && k%2 == 0 || k == 7 && d == 0 {
					sign = -0.3
				}
				again.Num[k] += sign * 0.01 * float64(1+k%2)
			}
			e.Instances = map[string]record.Statistics{"hamming": again}
		}
		all = append(all, entries...)
	}
	tab, text := buildWith(t, all, s)
	if p := tab.Rows[2].Cells[0].P; !(p > 0.005 && p <= 0.05) {
		t.Fatalf("p %v, want one that is small by itself and not among ten", p)
	}
	if !strings.Contains(text, "Its differences (") || strings.Contains(text, "seeds alone cause") {
		t.Errorf("%s", text)
	}
}

// Rows that are the same but for their label are named, as they are one measurement.
func TestEqualRowsAreNamed(t *testing.T) {
	entries, s := withPlacebo("0a", "0a")
	s.Learners[2].Placebo = nil
	tab, _ := buildWith(t, entries, s)
	if !slices.Contains(tab.Notes,
		"Equal parameters, so these labels share their fits: a and again.") {
		t.Errorf("%q", tab.Notes)
	}
}

// Best stands for the other decoders of its learner. They change no test and no mark, even with the
// best mean. Claims about them have tests.
func TestBestStandsForItsRivals(t *testing.T) {
	entries, s := withPlacebo("0a", "0b")
	s.Learners = s.Learners[:2]
	alone, _ := buildWith(t, entries[:2], s)
	s.Learners[0].Decoders = []suite.Decoder{{Label: "map"}, {Label: "choice"}}
	s.Learners[0].Decoders[1].Name = suite.Best
	entries[0].Decoder, entries[2].Label = "choice", "a"
	tab, text := buildWith(t, entries, s)
	for r := range alone.Rows {
		was, is := alone.Rows[r].Cells[0], tab.Rows[r].Cells[0]
		if was.Best != is.Best || was.Undecided != is.Undecided || was.P == was.P && was.P != is.P {
			t.Errorf("row %d: %+v, without its rival %+v", r, is, was)
		}
	}
	cell := tab.Rows[2].Cells[0]
	if cell.Best || cell.Undecided || cell.P == cell.P || tab.Comparisons != 1 ||
		len(tab.Pairs()) != 1 {
		t.Errorf("%d comparisons, %+v", tab.Comparisons, cell)
	}
	if test, why, err := tab.Test(2, 1, 0, 0); !(test.P < 1) || why != "" || err != nil {
		t.Errorf("a claim about the rival: %+v %s %v", test, why, err)
	}
	says(t, text, "; map: only best is tested.")
	says(t, strings.Join(table.PlannedPower(entries, s), "\n"), "among 1 pair it finds")
}

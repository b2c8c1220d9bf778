package table_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

func build(t *testing.T, entries []table.Entry) *table.Table {
	t.Helper()
	return built(t, entries, table.Options{})
}

// built makes the table of entries, by hamming where opt has no metric.
func built(t *testing.T, entries []table.Entry, opt table.Options) *table.Table {
	t.Helper()
	if opt.Metrics == nil {
		opt.Metrics = []table.Metric{hamming}
	}
	return must(annotated("", entries, opt))(t)
}

// fits makes one entry per given loss of the instances of a test set of words
// with ten letters, all with seed 1 on one split of dataset d.
func fits(losses map[string][]float64, order ...string) []table.Entry {
	var entries []table.Entry
	for _, label := range order {
		e := fitted(label, table.Planned{Dataset: "d", Seed: record.Seed(1),
			Train: 10, Test: len(losses[label])})
		var s record.Statistics
		for _, l := range losses[label] {
			s.Num, s.Den = append(s.Num, 10*l), append(s.Den, 10)
		}
		score(&e, s)
		entries = append(entries, e)
	}
	return entries
}

func TestSignFlipByInstance(t *testing.T) {
	// Differences from a: b +0.1 on all of 8 words, p = 2/2^8; c alternates,
	// p = 1. b − c is like b − a but for one word, so that of all patterns of signs only
	// those of b − a reach its statistic in any pair: 2/256 again, and 1.
	a := []float64{0, .1, .2, .3, 0, .1, .2, .3}
	b, c := make([]float64, 8), make([]float64, 8)
	for i := range a {
		b[i], c[i] = a[i]+.1, a[i]
	}
	c[0] += .1
	tab := build(t, fits(map[string][]float64{"a": a, "b": b, "c": c}, "a", "b", "c"))
	cells := []table.Cell{tab.Rows[0].Cells[0], tab.Rows[1].Cells[0], tab.Rows[2].Cells[0]}
	if !cells[0].Best || cells[0].Undecided || cells[1].Best || cells[1].Undecided ||
		cells[2].Best || !cells[2].Undecided {
		t.Errorf("marks: %+v", cells)
	}
	if cells[1].P != 2.0/256 || cells[1].Adjusted != 2.0/256 || cells[2].Adjusted != 1 {
		t.Errorf("b: p = %v, adjusted %v; c: adjusted %v", cells[1].P, cells[1].Adjusted,
			cells[2].Adjusted)
	}
	if math.Abs(float64(cells[1].Effect)-.1) > 1e-12 || tab.Comparisons != 3 {
		t.Errorf("effect %v, %d comparisons", cells[1].Effect, tab.Comparisons)
	}
}

func TestTooSmallToSayAnything(t *testing.T) {
	// Five words: p is at least 2/2^5 > 0.05. Six: 2/2^6 <= 0.05, also of two equal rows, which count
	// once, and of pairs that are alike. Their number says nothing of pairs that are not.
	zero := make([]float64, 6)
	one, two := []float64{1, 1, 1, 1, 1, 1}, []float64{2, 2, 2, 2, 2, 2}
	for n, silent := range map[int]bool{5: true, 6: false} {
		tab := build(t, fits(map[string][]float64{"a": zero[:n], "b": one[:n]}, "a", "b"))
		if col := tab.Columns[0]; (col.Silent != "") != silent || (col.Test == "") != silent {
			t.Errorf("n = %d: silent %q, test %q", n, col.Silent, col.Test)
		}
		if cell := tab.Rows[1].Cells[0]; cell.Undecided || math.IsNaN(float64(cell.P)) != silent {
			t.Errorf("n = %d: %+v", n, cell)
		}
	}
	tab := build(t, fits(map[string][]float64{"a": zero, "b": one, "c": two, "e": two},
		"a", "b", "c", "e"))
	col, cell := tab.Columns[0], tab.Rows[1].Cells[0]
	if col.Silent != "" || tab.Comparisons != 3 || cell.Undecided || cell.Adjusted != 2.0/64 ||
		strings.Contains(notesOf(tab), "too few") {
		t.Errorf("three rows of six words: %+v, %+v, %d comparisons", col, cell, tab.Comparisons)
	}
	tab = build(t, fits(map[string][]float64{"a": zero, "b": {1, 1, 1, 1, 1, -1},
		"c": {2, -2, 2, 2, 1, 1}}, "a", "b", "c"))
	says(t, notesOf(tab), "n = 6, too few to find any difference")
}

func TestCorrectedTOverSplits(t *testing.T) {
	// Per-split means of a − b as in the golden values of package stats.
	diff := []float64{.012, .020, -.003, .015, .011, .008, .017, .002, .019, .006}
	var entries []table.Entry
	for label, sign := range map[string]float64{"a": 0, "b": 1} {
		for split, d := range diff {
			for seed := range uint64(2) { // two seeds whose mean is the split's
				e := table.Entry{Planned: table.Planned{Dataset: "d", Split: split, Seed: record.Seed(seed),
					Train: 900, Test: 100, Overlap: 8.0 / 9}, Label: label, Decoder: "map",
					Fit: &record.Fit{Outcome: record.Outcome{Kind: record.Budget}},
					Row: record.Row{Outcome: record.Outcome{Kind: record.Budget}}}
				e.Row.Metrics = map[string]record.Number{"hamming": record.Number(0.2 + sign*d + 0.01*(float64(seed)-0.5))}
				entries = append(entries, e)
			}
		}
	}
	tab := build(t, entries)
	for _, row := range tab.Rows {
		cell := row.Cells[0]
		if cell.N != 10 || cell.Good != 20 || cell.Outcome != record.Budget {
			t.Errorf("%s: %+v", row.Label, cell)
		}
		if row.Label == "b" && (math.Abs(float64(cell.P)-0.012735181702938947) > 1e-9 ||
			cell.Undecided || cell.Best) {
			t.Errorf("b: %+v", cell)
		}
		if row.Label == "a" && !cell.Best {
			t.Errorf("a is not the best")
		}
	}
}

func TestMicroDifferencesAddUpToTheMetric(t *testing.T) {
	var entries []table.Entry
	for label, num := range map[string]record.Numbers{"a": {0, 1, 2, 0, 1, 0, 1, 0},
		"b": {1, 3, 5, 1, 2, 1, 2, 4}} {
		e := fitted(label, table.Planned{Dataset: "d", Seed: record.Seed(1),
			Train: 1, Test: 8})
		score(&e, record.Statistics{Num: num, Den: record.Numbers{3, 4, 9, 3, 5, 6, 7, 8}})
		entries = append(entries, e)
	}
	tab := built(t, entries, table.Options{Metrics: []table.Metric{micro}})
	for _, row := range tab.Rows {
		if cell := row.Cells[0]; row.Label == "b" &&
			math.Abs(float64(cell.Effect)-14.0/45) > 1e-12 {
			t.Errorf("effect %v, want %v", cell.Effect, 14.0/45)
		}
	}
}

// TestOrderOfRowsIsFirstMention: entries of later fits may come in any order.
func TestOrderOfRowsIsFirstMention(t *testing.T) {
	entries := run("d", 4, 30, true)
	want := build(t, entries)
	var first, rest []table.Entry
	for _, e := range entries {
		if e.Seed.Learner == 1 {
			first = append(first, e)
		} else {
			rest = append(rest, e)
		}
	}
	pcg(1, 1).Shuffle(len(rest), func(i, j int) {
		rest[i], rest[j] = rest[j],
			rest[i]
	})
	got := build(t, append(first, rest...))
	var a, b strings.Builder
	for w, tab := range map[*strings.Builder]*table.Table{&a: want, &b: got} {
		tab.ResultHash = ""
		ok(t, layout.Write(w, tab, "json", layout.Style{}))
	}
	if a.String() != b.String() {
		t.Error("the order of entries changed the table")
	}
}

func TestEvidenceIgnoresTimesAndNothingElse(t *testing.T) {
	base := build(t, run("d", 2, 10, false)).ResultHash
	same, other := run("d", 2, 10, false), run("d", 2, 10, false)
	for i := range same {
		same[i].Fit.Times.Fit.Wall, same[i].Fit.Times.Fit.CPU, same[i].Fit.Times.Concurrent = 99, 98, true
	}
	other[0].Row.Instances["hamming"].Num[3]++
	if got := build(t, same).ResultHash; got != base {
		t.Error("times changed the result hash")
	}
	if got := build(t, other).ResultHash; got == base {
		t.Error("another loss left the result hash as it was")
	}
	hashes := map[string]bool{base: true}
	for _, size := range []int{1, 2, 5} { // of groups; ± and p depend on them
		grouped := run("d", 2, 10, false)
		for i := range grouped {
			e := &grouped[i]
			e.TestGroups, e.Fit.Test, e.Fit.Groups = (e.Test+size-1)/size, nil, nil
			for k := range e.Test {
				e.Fit.Test = append(e.Fit.Test, fmt.Sprint(k))
				e.Fit.Groups = append(e.Fit.Groups, fmt.Sprint(k/size))
			}
		}
		hashes[build(t, grouped).ResultHash] = true
		grouped[0].LearnedGroups = 1
		hashes[build(t, grouped).ResultHash] = true
	}
	if len(hashes) != 7 {
		t.Errorf("%d different result hashes of 7 groupings", len(hashes))
	}
}

func TestBuildRefuses(t *testing.T) {
	good := func() []table.Entry { return run("d", 2, 10, false) }
	metrics := []table.Metric{hamming}
	tests := []struct {
		name    string
		entries []table.Entry
		opt     table.Options
		want    string
	}{
		{"nothing", nil, table.Options{Metrics: metrics}, "nothing was planned"},
		{"no metric", good(), table.Options{}, "no metric"},
		{"level", good(), table.Options{Metrics: metrics, Alpha: 5}, "0 < α < 1"},
		{"twice", append(good(), good()[0]), table.Options{Metrics: metrics},
			"independent map on d, split 0, seed 1 is there twice"},
		{"seeds differ", append(good()[:1], run("d", 2, 11, false)[1:]...),
			table.Options{Metrics: metrics}, "10 test instances with one seed, 11 with another"},
		{"rows differ", append(good()[:2], run("d", 2, 11, false)[2:]...),
			table.Options{Metrics: metrics}, "they did not see the same test set"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fails(annotated("", test.entries, test.opt))(t, test.want)
		})
	}
}

func TestNotTestedIsSaid(t *testing.T) {
	var entries []table.Entry
	for label, loss := range map[string]float64{"a": 0.25, "b": 0.5} { // the same difference on each split
		for split := range 3 {
			e := fitted(label, table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1),
				Train: 10, Test: 5})
			e.Row.Metrics = map[string]record.Number{"hamming": record.Number(loss)}
			entries = append(entries, e)
		}
	}
	tab := build(t, entries)
	says(t, tab.Columns[0].Silent, "not recorded by instance")
	for i := range entries {
		entries[i].Overlap = 0.9
	}
	says(t, build(t, entries).Columns[0].Silent, "do not vary")
	for i := range entries {
		entries[i].Overlap = math.NaN()
	}
	says(t, build(t, entries).Columns[0].Silent, "the overlap of training sets is not known")
	for i := range entries {
		entries[i].Train, entries[i].Overlap = 0, 0.9
	}
	if tab := build(t, entries); !strings.Contains(tab.Columns[0].Silent, "sizes of the splits") {
		t.Errorf("silent: %q", tab.Columns[0].Silent)
	}
	var single []table.Entry // one split, no losses by instance
	for _, e := range entries {
		if e.Split == 0 {
			single = append(single, e)
		}
	}
	if tab := build(t, single); !strings.Contains(tab.Columns[0].Silent,
		"not recorded by instance") {
		t.Errorf("silent: %q", tab.Columns[0].Silent)
	}
}

// All that a split divides counts in the correction, as what is learned from or
// tested on, and the table says so.
func TestSupervisionInTheCorrection(t *testing.T) {
	var entries []table.Entry
	var difference []float64
	for split := range 4 {
		for label, loss := range map[string]float64{"a": 0.25, "b": 0.5 + float64(split*split)/50} {
			e := fitted(label, table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1),
				Train: 6, Boxes: 24, Partial: 30, Test: 30, Overlap: 0.6})
			e.Row.Metrics = map[string]record.Number{"hamming": record.Number(loss)}
			entries = append(entries, e)
		}
		difference = append(difference, 0.25+float64(split*split)/50)
	}
	tab := build(t, entries)
	says(t, notesOf(tab), "n_test/n_train = 0.5, n_train with boxes and hidden labels")
	worse := slices.IndexFunc(tab.Rows, func(r table.Row) bool { return r.Label == "b" })
	if p, want := float64(tab.Rows[worse].Cells[0].P), stats.CorrectedT(difference,
		0.5).P; math.Abs(p-want) > 1e-12 {
		t.Errorf("P = %v, want %v", p, want)
	}
}

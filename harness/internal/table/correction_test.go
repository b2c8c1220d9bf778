package table_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// ablations makes losses of so many rows of which the first is better by 10 points, on 100 words.
func ablations(rows int) (losses map[string][]float64, order []string) {
	r := pcg(7, 1)
	losses = map[string][]float64{}
	for k := range rows {
		order = append(order, fmt.Sprintf("row%d", k))
	}
	for range 100 {
		hard := r.Float64()
		for k, label := range order {
			loss := 0.4 + 0.2*hard + 0.2*r.Float64()
			if k == 0 {
				loss -= 0.1
			}
			losses[label] = append(losses[label], loss)
		}
	}
	return losses, order
}

// TestSignsAreTooFew: at a level below the smallest p of random signs nothing is tested, and the
// note does not blame n.
func TestSignsAreTooFew(t *testing.T) {
	losses, order := ablations(3)
	tab := built(t, fits(losses, order...), table.Options{Alpha: 1e-5})
	want := "random signs are too few to say anything: the smallest attainable p is 3.05e−05 after correction"
	if got := tab.Columns[0].Silent; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOneSplitBesideSeveral: each kind of test has the share of α that its number of pairs has.
func TestOneSplitBesideSeveral(t *testing.T) {
	several := onSplits(0.2, 0, 0, 0, 0, 0, 0)
	losses, _ := ablations(2)
	single := fits(map[string][]float64{"good": losses["row0"], "bad": losses["row1"]}, "good",
		"bad")
	for i := range single {
		single[i].Dataset = "one split"
	}
	alone := []float64{float64(build(t, several).Rows[1].Cells[0].Adjusted),
		float64(build(t, single).Rows[1].Cells[0].Adjusted)}
	tab := build(t, append(several, single...))
	for c, p := range alone { // one pair of each kind: half of α
		if got := float64(tab.Rows[1].Cells[c].Adjusted); math.Abs(got-2*p) > 1e-12 {
			t.Errorf("column %d: adjusted %v, alone %v", c, got, p)
		}
	}
	want := "step-down max T over the 1 pairs on one split, Holm over those of each other dataset, each at its share of α among 2"
	if got := tab.Correction; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEqualRowsAreNoFamily: equal rows count once, so copies of a row change no p.
func TestEqualRowsAreNoFamily(t *testing.T) {
	losses, order := ablations(2)
	before := build(t, fits(losses, order...))
	losses["copy"] = losses["row1"]
	after := build(t, fits(losses, append(order, "copy")...))
	for r, of := range []int{0, 1, 1} {
		if got, want := after.Rows[r].Cells[0],
			before.Rows[of].Cells[0]; !(got.Adjusted == want.Adjusted || r == 0) ||
			got.Undecided != want.Undecided {
			t.Errorf("row %d: %+v, want %+v", r, got, want)
		}
	}
	if equal := fmt.Sprint(after.Columns[0].Equal); after.Comparisons != 1 ||
		equal != "[[row1 map copy map]]" {
		t.Errorf("%d comparisons, want 1; equal: %s", after.Comparisons, equal)
	}
}

// TestMissingValuesOnOneSplit: an instance without a value in some rows counts for pairs of the
// others.
func TestMissingValuesOnOneSplit(t *testing.T) {
	losses, order := ablations(3)
	entries := fits(losses, order...)
	for i, row := range []int{0, 1, 1} {
		entries[row].Row.Instances["hamming"].Den[i] = 0
	}
	tab := build(t, entries)
	for r, n := range map[int]int{1: 97, 2: 99} { // pairs with row 0
		var d []float64
		for i := range 100 {
			if i > 0 && (r == 2 || i > 2) {
				d = append(d, losses[order[r]][i]-losses[order[0]][i])
			}
		}
		cell, mean := tab.Rows[r].Cells[0], stats.Summarize(d).Mean
		p := stats.FlipPairs(nil, [][]float64{d, make([]float64, len(d))}, [][2]int{{0, 1}}).P[0]
		if len(d) != n || math.Abs(float64(cell.Effect)-mean) > 1e-12 || float64(cell.P) != p {
			t.Errorf("row %d: %+v, want effect %v, p %v", r, cell, mean, p)
		}
	}
}

// layouts makes entries of two learners on splits with these shares. training is for each split 1 +
// the first one with the same training set, or 0.
func onSplits(overlap, tests float64, training ...int) (entries []table.Entry) {
	r := pcg(8, 1)
	for row, label := range []string{"good", "bad"} {
		for split, same := range training {
			e := fitted(label, table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1),
				Train: 60, Test: 20, Training: same, Overlap: overlap, TestOverlap: tests})
			var s record.Statistics
			for i := range e.Test {
				s.Num, s.Den = append(s.Num, 3+float64(row)+2*r.Float64()), append(s.Den, 10)
				e.Fit.Test = append(e.Fit.Test, fmt.Sprint(split%2*10+i))
			}
			score(&e, s)
			entries = append(entries, e)
		}
	}
	return entries
}

// TestTestOfALayout: the test depends on what training sets and test sets share.
func TestTestOfALayout(t *testing.T) {
	none := []int{0, 0, 0, 0, 0}
	for _, c := range []struct {
		overlap, tests float64
		training       []int
		want           string
	}{
		{0.8, 1, none,
			"t test over 5 splits, with the variance of splits and of test instances (30 instances tested, training sets share 80 % and test sets 100 %"},
		{0.8, 0.2, none, "t test over 5 splits, with the variance of splits and of test instances"},
		{0.2, 0, none, "t test over 5 splits, with the variance of splits and of test instances"},
		{0.8, 0, none,
			"up to 36 % of equal pairs differ if training sets cause half of the variance"},
		{0.8, math.NaN(), none,
			"No test: the overlap of test sets is not known: run the suite again"},
		{1, 1, none,
			"No test: all training sets have the same instances, and differ only in their labels"},
		{1, 1, []int{0, 1, 1, 1, 1}, "sign flips by instance (n = 30"},
		{0.8, 1, []int{0, 0, 0, 1, 2},
			"t test over 3 splits, with the variance of splits and of test instances"},
		{0.8, 1, []int{0, 0, 1, 2, 2}, "No test: two splits are too few"},
		{0.8, 0, []int{0, 0, 0, 1, 2},
			"Nadeau–Bengio corrected resampled t test over 3 splits (30 instances tested, n_test/n_train = 0.556"},
	} {
		tab := build(t, onSplits(c.overlap, c.tests, c.training...))
		says(t, notesOf(tab), c.want)
		a, b := tab.Rows[0].Cells[0], tab.Rows[1].Cells[0]
		if math.Abs(float64(b.Mean-a.Mean-b.Effect)) > 1e-12 ||
			math.Abs(float64(a.Low+a.High-2*a.Mean)) > 1e-12 {
			t.Errorf("%s: means %v and %v, effect %v, the interval of the first is %v to %v", c.want,
				a.Mean, b.Mean, b.Effect, a.Low, a.High)
		}
	}
}

// TestSplitsOfOneTrainingSet: five fits to one training set are averaged by instance, as seeds are.
// Else noise between their test sets would stand for that between training sets.
func TestSplitsOfOneTrainingSet(t *testing.T) {
	tab := build(t, onSplits(1, 1, 0, 1, 1, 1, 1))
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, e := range onSplits(1, 1, 0, 1, 1, 1, 1) {
		for i, id := range e.Fit.Test {
			sign := 1.0
			if e.Label == "good" {
				sign = -1
			}
			sums[id] += sign * e.Row.Instances["hamming"].Num[i] / 10
			counts[id] += 0.5
		}
	}
	var d []float64
	for id, sum := range sums {
		d = append(d, sum/counts[id])
	}
	want := stats.CorrectedT(d, 0)
	cell := tab.Rows[1].Cells[0]
	if math.Abs(float64(cell.Effect)-want.Effect) > 1e-12 || len(d) != 30 ||
		cell.P != record.Number(stats.FlipFloor(30)) ||
		tab.Columns[0].Spread != "standard error over test instances" {
		t.Errorf("%+v, want effect %v", cell, want.Effect)
	}
}

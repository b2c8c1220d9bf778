package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// ladder makes datasets with A better than B, and B better than C except on the first.
func ladder(datasets int) world {
	w := world{}
	for i := range datasets {
		a, b, c := 0.1+0.01*float64(i), 0.2+0.02*float64(i), 0.4+0.01*float64(i)
		if i == 0 {
			b, c = c, b
		}
		w[fmt.Sprintf("data %02d", i)] = map[string][][][]float64{"A": {{{a, a}}}, "B": {{{b, b}}},
			"C": {{{c, c}}}}
	}
	return w
}

func TestRanks(t *testing.T) {
	section := ranks(run(t, ladder(8)))
	var got []string
	for _, line := range lines(section) {
		got = append(got, strings.Join(line, " "))
	}
	same(t, []string{"A map 1.00", "B map 2.12", "C map 2.88"}, got)
	text := textOf(section)
	says(t, text,
		"F(2, 14) = 57, p = 3.6e−06",
		// 3·2/2⁸,
		"Holm over all 3 pairs, α = 0.05. These differ: A map and B map (p 0.023); A map and C "+
			"map (p 0.023).",
	)
}

// TestRanksOfFewDatasets: if no test can be significant, the text gives the number of datasets
// needed.
func TestRanksOfFewDatasets(t *testing.T) {
	section := ranks(run(t, ladder(4)))
	if text := textOf(section); !strings.Contains(text, "fewer than 7 datasets") ||
		len(section.Charts) > 0 {
		t.Errorf("%d charts, and\n%s", len(section.Charts), text)
	}
}

// Error rates in hundredths say the same as the counts divided by 128. Rows that differ in the order of
// their seeds have equal ranks, no win and no test.
func TestRanksOfRoundedLosses(t *testing.T) {
	counts := [2][]float64{{21, 26, 16, 19, 21, 22, 28, 6, 10, 14}, {19, 24, 14, 21, 18, 19, 30, 4, 8, 15}}
	for _, of := range []float64{100, 128} {
		w := world{}
		for d := range counts[0] {
			w[fmt.Sprintf("data %02d", d)] = map[string][][][]float64{
				"A": {{{counts[0][d] / of}}}, "B": {{{counts[1][d] / of}}}}
		}
		says(t, textOf(ranks(run(t, w))), "no two rows differ significantly at α = 0.05")
	}
	w := world{}
	for d := range 8 {
		a := []float64{0.3, 0.1 * float64(1+d), 0.2}
		w[fmt.Sprintf("data %02d", d)] = map[string][][][]float64{
			"A": {{{a[1], 0}, {a[2], 0}, {a[0], 0}}}, "B": {{{a[0], 0}, {a[2], 0}, {a[1], 0}}},
			"C": {{{1, 0}, {1, 0}, {1, 0}}}}
	}
	r := run(t, w)
	section := ranks(r)
	got := lines(section)
	same(t, "1.50", got[0][1])
	same(t, "1.50", got[1][1])
	o := newLossTable(r)
	for pair, n := range o.tallies() {
		if pair == [2]int{0, 1} || pair == [2]int{1, 0} {
			t.Errorf("equal rows %v: %v", pair, n)
		}
	}
	says(t, textOf(section), "These differ: A map and C map (p 0.023); B map and C map (p 0.023).")
	for _, p := range r.Table.Pairs() {
		if p.A == 0 && p.B == 1 && !p.Equal() {
			t.Errorf("equal rows are a pair of the family: %+v", p)
		}
	}
}

// TestRanksCountDataOnce: two splits of the same data count as one dataset.
func TestRanksCountDataOnce(t *testing.T) {
	r := run(t, ladder(3))
	r.Suite = &suite.Suite{Datasets: []suite.Dataset{
		{Spec: suite.Spec{Name: "ocr", Args: []byte("{}")}, Label: "data 00"},
		{Spec: suite.Spec{Name: "chains", Args: []byte("{}")}, Label: "data 01"},
		{Spec: suite.Spec{Name: "ocr", Args: []byte("{}")}, Label: "data 02"},
	}}
	for i := range r.Entries {
		if r.Entries[i].Dataset == "data 02" {
			r.Entries[i].Train = 900
		}
	}
	section := ranks(r)
	if head := headings(section.Grid); !slices.Equal(head,
		[]string{"row", "mean rank", "data 02", "data 01"}) ||
		!strings.Contains(section.Text[0],
			"Counted once: data 00 is the same data as data 02.") {
		t.Errorf("%v\n%v", head, section.Text)
	}
}

// TestRanksLeaveOut: a row without a result on some dataset is named and has no rank.
func TestRanksLeaveOut(t *testing.T) {
	w := ladder(3)
	delete(w["data 01"], "B")
	section := ranks(run(t, w))
	if len(lines(section)) != 2 || !strings.Contains(section.Text[0],
		"Left out, since they are incomplete or see labels of a test set: B map.") {
		t.Errorf("%v\n%v", lines(section), section.Text)
	}
}

// TestRanksOfUnequalTraining: a dataset has no part in the ranks if a row learned from fewer of its
// instances.
func TestRanksOfUnequalTraining(t *testing.T) {
	r := run(t, ladder(4))
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Dataset == "data 00" && e.Label == "B" {
			e.Fit.Checkpoints = learnedFrom(5)
		}
	}
	tabulate(t, r)
	section := ranks(r)
	if got := lines(section); got[1][1] != "2.00" || !strings.Contains(section.Text[0],
		"Without data 00, where rows learned from different instances.") {
		t.Errorf("%v\n%v", got, section.Text)
	}
}

// TestBestRankBehind: the row with the best mean rank is not called better than a row that is ahead of
// it on more datasets. Ranks of A, B, C and D are 2, 1, 3, 4 on ten datasets and 1, 4, 2, 3 on five.
func TestBestRankBehind(t *testing.T) {
	w := world{}
	for i := range 15 {
		a, b, c, d := 0.3, 0.1-0.005*float64(i), 0.4, 0.5
		if i < 5 {
			a, b, c, d = 0.3, 0.32+0.001*float64(i), 0.305, 0.31
		}
		rows := map[string][][][]float64{}
		for label, loss := range map[string]float64{"A": a, "B": b, "C": c, "D": d} {
			rows[label] = [][][]float64{{{loss, loss}}}
		}
		w[fmt.Sprintf("data %02d", i)] = rows
	}
	r := run(t, w)
	says(t, textOf(ranks(r)), "A map and B map (p ")
	says(t, textOf(summary(r)), "A map has the best mean rank: 1.67 among 4 rows. "+
		"It is better than C map and D map over datasets.")
}

// TestRanksOfDifferentMetrics: ranks over metrics with different units use tests of signs. A is ahead
// on 12 of 16 datasets, and Wilcoxon's p is 0.0013 for these amounts.
func TestRanksOfDifferentMetrics(t *testing.T) {
	w := world{}
	for i := 1; i <= 16; i++ {
		a, b := 0.1, 0.1+0.01*float64(i)
		if i < 5 {
			a, b = b, a
		}
		w[fmt.Sprintf("data %02d", i)] = map[string][][][]float64{"A": {{{a, a}}}, "B": {{{b, b}}}}
	}
	r := run(t, w)
	says(t, textOf(ranks(r)), "Wilcoxon's signed ranks of the means", "These differ: A map and B map")

	// The second half has another first metric.
	f1 := wrong
	f1.Name = "f1"
	r.Metrics, r.Suite.Metrics = append(r.Metrics, f1), []suite.Metric{{Label: wrong.Name}}
	for i, label := range r.Table.Datasets {
		d := suite.Dataset{Spec: suite.Spec{Name: label}, Label: label}
		if i >= 8 {
			d.Loss = &suite.Metric{Label: f1.Name}
		}
		r.Suite.Datasets = append(r.Suite.Datasets, d)
	}
	for i := range r.Entries {
		e := &r.Entries[i]
		name := r.Loss(e.Dataset).Name
		e.Row.Metrics = map[string]record.Number{name: e.Row.Metrics[wrong.Name]}
		e.Row.Instances = map[string]record.Statistics{name: e.Row.Instances[wrong.Name]}
	}
	tabulate(t, r)
	says(t, textOf(ranks(r)), "means of hamming and f1 on 16 datasets",
		// 2·(1 + 16 + 120 + 560 + 1820)/2¹⁶ = 0.077
		"Sign tests (as metrics differ) of the means, Holm over all 1 pairs: no two rows differ")
	says(t, textOf(summary(r)), "No row is shown to be worse over datasets.")
}

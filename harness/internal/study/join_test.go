package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// TestJoin: rows of two runs are joined by name, columns keep the marks of their own run, and ranks
// are over the datasets of both.
func TestJoin(t *testing.T) {
	first := run(t, oneSplit())
	first.Suite.Name = "first"
	w := oneSplit()
	w["letters"] = map[string][][][]float64{"A": w["words"]["A"],
		"B": w["words"]["B"], "D": w["words"]["B"]}
	second := run(t, w)
	second.Suite.Name = "second"
	for _, r := range []*Run{first, second} {
		for _, d := range r.Table.Datasets {
			r.Suite.Datasets = append(r.Suite.Datasets, suite.Dataset{Label: d})
			r.Suite.Datasets[len(r.Suite.Datasets)-1].Name = r.Suite.Name + d
		}
	}
	joint := Join([]*Run{first, second})
	same(t, []string{"words (first, run 1)", "letters", "words (second, run 2)"}, joint.Table.Datasets)
	var names []string
	for _, row := range joint.Table.Rows {
		names = append(names, row.Label)
		if len(row.Cells) != 3 {
			t.Errorf("%s has %d cells", row.Label, len(row.Cells))
		}
	}
	same(t, []string{"A", "B", "C", "D"}, names)
	for r := range first.Table.Rows {
		if a, b := first.Table.Rows[r].Cells[0], joint.Table.Rows[r].Cells[0]; a.Mean != b.Mean ||
			a.Best != b.Best || a.Undecided != b.Undecided || a.Against != b.Against {
			t.Errorf("row %d is %+v in its run, joined %+v", r, a, b)
		}
	}
	if d := joint.Table.Rows[3].Cells; d[0].Planned != 0 || d[1].Planned == 0 || d[2].Planned != 0 {
		t.Errorf("the cells of D are %+v", d)
	}
	sections := must(Sections(joint, "summary", "ranks"))(t)
	says(t, textOf(sections[0]), "Over 3 datasets, A map has the best mean rank",
		"words (first, run 1): A map", "letters: A map", "It is better than every other row. ")
	says(t, textOf(sections[1]), "on 3 datasets", "Left out", "D map")
	if len(sections[0].Charts) != 3 {
		t.Errorf("%d charts", len(sections[0].Charts))
	}
	same(t, []string{"A map", "B map", "D map"},
		slices.Sorted(slices.Values(sections[0].Charts[1].Y.Names)))
	for _, s := range sections[0].Charts[1].Series {
		if strings.HasPrefix(s.Label, "C") {
			t.Error("a dot of a row without a result")
		}
	}
}

// TestJoinOfSameData: a dataset of two runs counts once in the ranks.
func TestJoinOfSameData(t *testing.T) {
	var runs []*Run
	for range 2 {
		r := run(t, oneSplit())
		r.Suite.Datasets = []suite.Dataset{{Label: "words"}}
		runs = append(runs, r)
	}
	section := ranks(Join(runs))
	says(t, section.Empty, "Counted once: words (, run 2) is the same data as words (, run 1).")
}

// TestJoinOfDifferentRopes: each run keeps its rope, and the legend names none of them.
func TestJoinOfDifferentRopes(t *testing.T) {
	var runs []*Run
	for _, rope := range []float64{0.5, 2} {
		r := run(t, splitWorld([]string{"words"}, 0.1))
		r.Suite.Rope = rope
		tabulate(t, r)
		r.Suite.Datasets = []suite.Dataset{{Label: "words", Spec: suite.Spec{Name: fmt.Sprint(rope)}}}
		runs = append(runs, r)
	}
	for _, order := range [][]*Run{runs, {runs[1], runs[0]}} {
		joint := Join(order)
		section := summary(joint)
		for i, r := range order {
			rope := r.Suite.Rope
			says(t, section.Text[i], fmt.Sprintf("Level with it, within ±%v: ", rope))
			if !slices.ContainsFunc(section.Charts[i].Series, func(s chart.Series) bool {
				return slices.Equal(s.X, []float64{rope, rope})
			}) {
				t.Errorf("the dots of run %d have no line at %v", i+1, rope)
			}
		}
		says(t, strings.Join(layout.Grid(joint.Table, "Bold").Notes, "\n"),
			"=: level, within the rope or margin of its run")
	}
	says(t, strings.Join(layout.Grid(Join([]*Run{runs[1], runs[1]}).Table, "Bold").Notes, "\n"),
		"=: level, shown to differ by less than 2")
}

// TestJoinOfDifferentMetrics: ranks over metrics with different units use tests of signs. A is ahead
// on 12 of 16 datasets, and Wilcoxon's p is 0.0013 for these amounts.
func TestJoinOfDifferentMetrics(t *testing.T) {
	amounts := func(name string, from, to int) *Run {
		w := world{}
		for i := from; i < to; i++ {
			a, b := 0.1, 0.1+0.01*float64(i)
			if i < 5 {
				a, b = b, a
			}
			w[fmt.Sprintf("data %02d", i)] = map[string][][][]float64{"A": {{{a, a}}}, "B": {{{b, b}}}}
		}
		r := run(t, w)
		r.Metrics[0].Name = name
		for i := range r.Entries {
			e := &r.Entries[i]
			e.Row.Metrics = map[string]record.Number{name: e.Row.Metrics[wrong.Name]}
			e.Row.Instances = map[string]record.Statistics{name: e.Row.Instances[wrong.Name]}
		}
		tabulate(t, r)
		return r
	}
	one := Join([]*Run{amounts("hamming", 1, 17)})
	says(t, textOf(ranks(one)), "Wilcoxon's signed ranks of the means", "These differ: A map and B map")
	joint := Join([]*Run{amounts("hamming", 1, 9), amounts("f1", 9, 17)})
	says(t, textOf(ranks(joint)), "means of hamming and f1 on 16 datasets",
		// 2·(1 + 16 + 120 + 560 + 1820)/2¹⁶ = 0.077
		"Sign tests (as metrics differ) of the means, Holm over all 1 pairs: no two rows differ")
	says(t, textOf(summary(joint)), "No row is shown to be worse over datasets.")
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

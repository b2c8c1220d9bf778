package study

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
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
	section := must(ranks(Join(runs)))(t)
	says(t, section.Empty, "Counted once: words (, run 2) is the same data as words (, run 1).")
}

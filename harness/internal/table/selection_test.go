package table_test

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

func twoDatasets(t *testing.T, show table.Selection) *table.Table {
	t.Helper()
	entries := append(run("small", 10, 100, true), run("large", 10, 80, true)...)
	return must(annotated("two", entries, table.Options{Metrics: []table.Metric{hamming, micro},
		Show: show}))(t)
}

// TestChoiceChangesNoP: of rows that are chosen and turned round each difference, p and correction
// is that of the whole table; the best is the best of those that are there.
func TestChoiceChangesNoP(t *testing.T) {
	whole := twoDatasets(t, table.Selection{})
	some := twoDatasets(t, table.Selection{
		Learners: []string{"independent", "S-SVM (BCFW)", "perturb&MAP"},
		Decoders: []string{"perturb", "map"}, Datasets: []string{"large"},
		Metrics: []string{"hamming-micro", "hamming"},
	})
	if len(some.Rows) != 3 || some.Rows[0].Label != "independent" ||
		some.Rows[2].Decoder != "perturb" || len(some.Columns) != 2 ||
		some.Columns[0].Metric.Name != "hamming-micro" {
		t.Fatalf("%+v of %+v", some.Rows, some.Columns)
	}
	type names struct{ a, b string }
	all := map[names]table.Pair{}
	for _, p := range whole.Pairs() {
		if whole.Columns[p.Column].Dataset == "large" {
			a, b := whole.Rows[p.A].Label+" "+whole.Rows[p.A].Decoder,
				whole.Rows[p.B].Label+" "+whole.Rows[p.B].Decoder
			all[names{a, b}] = p
			p.Test.Effect *= -1
			all[names{b, a}] = p
		}
	}
	pairs := some.Pairs()
	if len(pairs) != 3 {
		t.Fatalf("%d pairs", len(pairs))
	}
	for _, p := range pairs {
		want := all[names{some.Rows[p.A].Label + " " + some.Rows[p.A].Decoder,
			some.Rows[p.B].Label + " " + some.Rows[p.B].Decoder}]
		if p.Column != 1 || p.Test.P != want.Test.P || p.Adjusted != want.Adjusted ||
			p.Test.Effect != want.Test.Effect || !(p.Adjusted >= p.Test.P) {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	best := 0
	for r, row := range some.Rows {
		cell := row.Cells[1]
		if cell.Best {
			best++
		} else if math.IsNaN(float64(cell.P)) || cell.Against == "" ||
			cell.Undecided != (float64(cell.Adjusted) > whole.Alpha) {
			t.Errorf("row %d: %+v", r, cell)
		}
	}
	if best != 1 || some.Comparisons != whole.Comparisons || some.ResultHash != whole.ResultHash {
		t.Errorf("%d best, %d comparisons of %d", best, some.Comparisons, whole.Comparisons)
	}
	text := write(t, some, "text", layout.Style{Notes: "full"})
	joined := flat(text)
	says(t, joined, "Shown: 3 of 8 rows, 1 of 2 datasets, 2 of 2 metrics.",
		"Holm over the pairs of each dataset, each at its share of α among 56", "pooled (micro); lower is better; not compared.")
	if strings.Contains(text, "small") || strings.Contains(text, "CRF") {
		t.Errorf("it speaks of what is not shown:\n%s", text)
	}
}

// TestChoicesLeaveTheTable: one table of all rows serves several choices, and no choice changes it.
func TestChoicesLeaveTheTable(t *testing.T) {
	whole := twoDatasets(t, table.Selection{})
	before := write(t, whole, "json", layout.Style{})
	for _, labels := range [][]string{{"independent", "perturb&MAP"}, {"perturb&MAP", "CRF"}} {
		some := must(whole.Show(table.Selection{Learners: labels}))(t)
		if again := must(whole.Show(table.Selection{Learners: labels}))(t); write(t, some, "json",
			layout.Style{}) != write(t, again, "json", layout.Style{}) {
			t.Errorf("%q: another table", labels)
		}
	}
	if write(t, whole, "json", layout.Style{}) != before {
		t.Error("the whole table has changed")
	}
}

// TestChoiceOfWhatIsNotThere: a name that nothing has is an error that names what there is.
func TestChoiceOfWhatIsNotThere(t *testing.T) {
	entries := run("small", 3, 20, true)
	for want, show := range map[string]table.Selection{
		`unknown learner "CFR": did you mean "CRF"?`:  {Learners: []string{"CFR"}},
		`unknown dataset "x": there are small`:        {Datasets: []string{"x"}},
		`unknown metric "f1": there are hamming`:      {Metrics: []string{"f1"}},
		`unknown decoder "mapp": did you mean "map"?`: {Decoders: []string{"mapp"}},
		`the learner "CRF" is chosen twice`:           {Learners: []string{"CRF", "CRF"}},
		`no row is of both independent and perturb`:   {Learners: []string{"independent"}, Decoders: []string{"perturb"}},
	} {
		fails(annotated("x", entries, table.Options{Metrics: []table.Metric{hamming},
			Show: show}))(t, want)
	}
}

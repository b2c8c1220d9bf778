package table_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// Against a declared control the family is the rows beside it; which is best, and pairs of others,
// are not asked.
func TestAgainstAControl(t *testing.T) {
	losses := map[string][]float64{}
	differences := make([][]float64, 3)
	for i := range 40 {
		control := .3 + .1*float64(i%3)
		values := []float64{control - .1 + .1*float64(i%2), control + .1*float64(i%4), control +
			.1*float64(i%2) - .1*float64(i/2%2)}
		losses["control"] = append(losses["control"], control)
		for r, label := range []string{"better", "worse", "like"} {
			losses[label] = append(losses[label], values[r])
			differences[r] = append(differences[r], values[r]-control)
		}
	}
	entries := fits(losses, "better", "control", "worse", "like")
	tab, text := buildWith(t, entries, &suite.Suite{Against: "control"})
	if tab.Comparisons != 3 {
		t.Errorf("%d comparisons, want 3", tab.Comparisons)
	}
	adjusted := stats.FlipPairs(nil, append(differences, make([]float64, 40)),
		[][2]int{{0, 3}, {1, 3}, {2, 3}}).Adjusted
	for i, r := range []int{0, 2, 3} {
		cell := tab.Rows[r].Cells[0]
		near := float64(cell.Adjusted)/adjusted[i] - 1
		if cell.Against != "control map" || cell.Best || cell.Control ||
			!(near < 1e-9 && near > -1e-9) || cell.Undecided != (i == 2) {
			t.Errorf("%s: %+v, want adjusted p %v", tab.Rows[r].Label, cell, adjusted[i])
		}
	}
	if c := tab.Rows[1].Cells[0]; !c.Control || c.Best || c.Against != "" {
		t.Errorf("control: %+v", c)
	}
	says(t, text,
		"better map 34.8 ± 1.5 + ", "control map 39.8 ± 1.3 control ", "worse map 54.8 ± 2.2 − ",
		"± 1.7 ~ ",
		"Against control map, the declared control: + better, − worse, ~ not significantly different; other pairs are not tested",
		"against control alone: step-down max T over all 3 comparisons",
		" points; power 0.8",
	)
	if strings.Contains(text, "best mean") {
		t.Error("a best is marked")
	}
}

// On several splits there are no flips: Holm over the comparisons with the control.
func TestAgainstAControlOverSplits(t *testing.T) {
	entries := run("ocr", 10, 12, true)
	for i := range entries {
		entries[i].Overlap = 0.1
	}
	tab, text := buildWith(t, entries, &suite.Suite{Against: "CRF"})
	if tab.Comparisons != 7 ||
		!strings.Contains(text, "against CRF alone: Holm over all 7 comparisons") ||
		!strings.Contains(text, "Against CRF map, the declared") {
		t.Errorf("%d comparisons\n%s", tab.Comparisons, text)
	}
	var p, adjusted []float64
	for _, row := range tab.Rows {
		if c := row.Cells[0]; !c.Control {
			p, adjusted = append(p, float64(c.P)), append(adjusted, float64(c.Adjusted))
		}
	}
	for i, want := range stats.Holm(p) {
		if adjusted[i] != want {
			t.Errorf("adjusted %v, want %v", adjusted[i], want)
		}
	}
}

// TestControlThatIsNotShown: rows that are chosen without the control keep what was found against
// it, and the legend says whom it is about.
func TestControlThatIsNotShown(t *testing.T) {
	losses := map[string][]float64{}
	for i := range 40 {
		control := .3 + .1*float64(i%3)
		losses["control"] = append(losses["control"], control)
		losses["better"] = append(losses["better"], control-.1+.1*float64(i%2))
		losses["worse"] = append(losses["worse"], control+.1*float64(i%4))
	}
	s := &suite.Suite{Against: "control"}
	whole, _ := buildWith(t, fits(losses, "better", "control", "worse"), s)
	tab, err := annotated("x", fits(losses, "better", "control", "worse"), table.Options{
		Metrics: []table.Metric{hamming}, Suite: s,
		Show: table.Selection{Learners: []string{"worse", "better"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for r, of := range []int{2, 0} {
		got, want := tab.Rows[r].Cells[0], whole.Rows[of].Cells[0]
		if got.Adjusted != want.Adjusted || got.Against != "control map" || got.Best ||
			got.Undecided != want.Undecided {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	text := flat(write(t, tab, "text", layout.Style{}))
	says(t, text, "54.8 ± 2.2 − ", "34.8 ± 1.5 + ",
		"Against control map, the declared control, which is not shown: + better",
		"over 2 comparisons with control, finds ")
}

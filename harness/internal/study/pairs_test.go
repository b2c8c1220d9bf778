package study

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

func TestPairs(t *testing.T) {
	r := run(t, world{"words": {
		"A": {{{0.1, 0.2, 0.3, 0.4, 0.2, 0.1}}},
		"B": {{{0.1, 0.3, 0.4, 0.4, 0.1, 0.5}}},
		"C": {{{0.5, 0.3, 0.4, 0.6, 0.9, 0.8}}},
	}})
	section := pairs(r)
	var got []string
	for _, line := range lines(section) {
		got = append(got, strings.Join(line[:4], " | "))
	}
	want := []string{
		"words | A map | B map | −8.33",
		"words | A map | C map | −36.67",
		"words | B map | C map | −28.33",
	}
	same(t, want, got)
	says(t, textOf(section), "corrected p of the table (step-down max T over all 3 pairs)",
		"One training set")
}

// TestPairsAreBrief: with many rows the text has only pairs with the best row.
func TestPairsAreBrief(t *testing.T) {
	rows := map[string][][][]float64{}
	for i := range 10 {
		rows[fmt.Sprint("row ", i)] = [][][]float64{{{0.1 * float64(i%7), 0.3, 0.2}}}
	}
	section := pairs(run(t, world{"words": rows}))
	says(t, textOf(section), "No test on words: n = 3 is too small")
	if few, all := len(lines(section)),
		len(lines(section))+len(grid.Texts(section.Grid.More)); few != 9 || all != 45 {
		t.Errorf("%d pairs are in the text, of %d, want 9 of 45", few, all)
	}
	for _, line := range lines(section) {
		if line[1] != "row 0 map" {
			t.Errorf("%v is not about the best row", line)
		}
	}
	var b strings.Builder
	if err := section.Print(false).Write(&b, "text"); err != nil ||
		!strings.Contains(b.String(), "9 of 45 rows are shown") {
		t.Errorf("nothing says that there are more pairs, %v:\n%s", err, &b)
	}
}

// TestPairsOfHigherMetrics: if higher is better, the row with the higher mean comes first. A neutral
// metric has no pairs.
func TestPairsOfHigherMetrics(t *testing.T) {
	r := run(t, world{"words": {"A": {{{0.1, 0.2, 0.9}}}, "B": {{{0.2, 0.3, 0.8}}}}})
	higher := r.Metrics[0]
	higher.Higher = true
	section := pairsBy(t, r, higher)
	if got := strings.Join(lines(section)[0][1:], " | "); got != "B map | A map | +3.33 |  | " {
		t.Errorf("got %s", got)
	}
	neutral := higher
	neutral.Neutral = true
	if p := pairsBy(t, r, neutral); p.Empty == "" {
		t.Error("a neutral metric has better rows")
	}
}

// TestPairsOfRatios: for a ratio of sums, large instances weigh more, and the text says so.
func TestPairsOfRatios(t *testing.T) {
	r := run(t, world{"words": {"A": {{{0, 9, 1}}}, "B": {{{0, 1, 2}}}}})
	for i := range r.Entries {
		s := r.Entries[i].Row.Instances[wrong.Name]
		s.Den = []float64{4, 10, 4}
		r.Entries[i].Row.Instances[wrong.Name] = s
		r.Entries[i].Row.Metrics[wrong.Name] = record.Number((s.Num[0] + s.Num[1] + s.Num[2]) / 18)
	}
	micro := r.Metrics[0]
	micro.Micro = true
	section := pairsBy(t, r, micro)
	if got := strings.Join(lines(section)[0][1:], " | "); got != "B map | A map | −38.89 |  | " {
		t.Errorf("got %s", got)
	}
	says(t, textOf(section), "Large instances weigh more in Δ.")
}

// pairsBy returns the pairs of a run by a different metric.
func pairsBy(t *testing.T, r *Run, m table.Metric) *Section {
	t.Helper()
	r.Metrics = []table.Metric{m}
	r.Table = must(table.Build("run", r.Entries,
		table.Options{Metrics: r.Metrics, Suite: r.Suite}))(t)
	return pairs(r)
}

// TestPairsBound: p is an upper bound if sign flips are sampled, and exact if all are counted.
func TestPairsBound(t *testing.T) {
	for n, want := range map[int]string{8: "0.0078", 40: "≤ 3.1e−05"} { // 2/2⁸, 1/32769
		a, b := make([]float64, n), make([]float64, n)
		for i := range b {
			b[i] = 0.1 + 0.01*float64(i%7)
		}
		section := pairs(run(t, world{"words": {"A": {{a}}, "B": {{b}}}}))
		if got := lines(section)[0][5]; got != want {
			t.Errorf("n = %d: p is %q, want %q", n, got, want)
		}
	}
}

package study

import (
	"strings"
	"testing"

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

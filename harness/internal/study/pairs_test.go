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
		got = append(got, strings.Join(append(line[:4:4], line[6:10]...), " | "))
	}
	want := []string{
		"words | A map | B map | −8.33 | 3 | 2 | 1 | 0.67",
		"words | A map | C map | −36.67 | 6 | 0 | 0 | 1.00",
		"words | B map | C map | −28.33 | 4 | 2 | 0 | 0.83",
	}
	same(t, want, got)
	says(t, textOf(section), "corrected p of the table (step-down max T over all 3 pairs)",
		"one training set")
}

// TestPairsAreBrief: with many rows the text has only pairs with the best row.
func TestPairsAreBrief(t *testing.T) {
	rows := map[string][][][]float64{}
	for i := range 10 {
		rows[fmt.Sprint("row ", i)] = [][][]float64{{{0.1 * float64(i%7), 0.3, 0.2}}}
	}
	section := pairs(run(t, world{"words": rows}))
	says(t, textOf(section), "not tested, since n = 3 is too small")
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

// TestPairsOfSplits: an instance counts once for each split that tested it, so the share does not
// depend on the number of splits.
func TestPairsOfSplits(t *testing.T) {
	section := pairs(run(t, world{"words": {
		"A": {{{0.1, 0.2}}, {{0.1, 0.6}}, {{0.1, 0.2}}},
		"B": {{{0.2, 0.3}}, {{0.2, 0.3}}, {{0.2, 0.3}}},
	}}))
	if got := strings.Join(lines(section)[0][6:10], " "); got != "5 0 1 0.83" {
		t.Errorf("better, equal, worse, P are %s, want 5 0 1 0.83", got)
	}
}

// TestPairsOfHigherMetrics: if higher is better, higher counts as better. Without statistics no
// instances are counted.
func TestPairsOfHigherMetrics(t *testing.T) {
	r := run(t, world{"words": {"A": {{{0.1, 0.2, 0.9}}}, "B": {{{0.2, 0.3, 0.8}}}}})
	higher := r.Metrics[0]
	higher.Higher = true
	section := pairsBy(t, r, higher)
	if got := strings.Join(lines(section)[0][1:10],
		" | "); got != "B map | A map | +3.33 |  |  | 2 | 0 | 1 | 0.67" {
		t.Errorf("got %s", got)
	}
	for i := range r.Entries {
		r.Entries[i].Row.Instances = nil
	}
	tabulate(t, r)
	if section := pairs(r); len(section.Charts) > 0 || strings.Join(lines(section)[0][6:], "") != "" {
		t.Errorf("wins of nothing: %+v", section)
	}
}

// TestPairsOfRatios: for a ratio of sums, each instance is compared by its own ratio.
func TestPairsOfRatios(t *testing.T) {
	r := run(t, world{"words": {"A": {{{0, 9, 1}}}, "B": {{{0, 1, 2}}}}})
	for i := range r.Entries {
		s := r.Entries[i].Row.Instances[wrong.Name]
		s.Den = []float64{4, 10, 4} // all of the first are right: equal
		r.Entries[i].Row.Instances[wrong.Name] = s
		r.Entries[i].Row.Metrics[wrong.Name] = record.Number((s.Num[0] + s.Num[1] + s.Num[2]) / 18)
	}
	micro := r.Metrics[0]
	micro.Micro = true
	section := pairsBy(t, r, micro)
	if got := strings.Join(lines(section)[0][1:10],
		" | "); got != "B map | A map | −38.89 |  |  | 1 | 1 | 1 | 0.50" {
		t.Errorf("got %s", got)
	}
	if text := textOf(section); !strings.Contains(text, "by its own ratio") ||
		strings.Contains(text, "jackknife") {
		t.Errorf("a reader is not told what counts:\n%s", text)
	}
}

// TestPairsOfWholes: a metric of the whole test set has no values of instances.
func TestPairsOfWholes(t *testing.T) {
	r := run(t, world{"words": {"A": {{{0, 9, 1, 5}}}, "B": {{{0, 1, 2, 3}}}}})
	for i := range r.Entries {
		s := r.Entries[i].Row.Instances[wrong.Name]
		s.Width = 1
		s.Counts, s.Num, s.Den = s.Num, nil, nil
		r.Entries[i].Row.Instances[wrong.Name] = s
	}
	whole := r.Metrics[0]
	whole.Value = func(sum []float64) float64 { return sum[0] / (1 + sum[0]) }
	section := pairsBy(t, r, whole)
	neutral := whole
	neutral.Neutral = true
	if p := pairsBy(t, r, neutral); p.Empty == "" {
		t.Error("a neutral metric has better rows")
	}
	if got := strings.Join(lines(section)[0][6:], ""); got != "" || len(section.Charts) > 0 {
		t.Errorf("instances are counted: %q, %d charts", got, len(section.Charts))
	}
	if text := textOf(section); !strings.Contains(text, "No instance has a value of its own") ||
		strings.Contains(text, "P(better) is") {
		t.Errorf("a reader is not told why there are no counts:\n%s", text)
	}
}

// pairsBy returns the pairs of a run by a different metric.
func pairsBy(t *testing.T, r *Run, m table.Metric) *Section {
	t.Helper()
	r.Metrics = []table.Metric{m}
	r.Table = must(table.Build("run", r.Entries,
		table.Options{Metrics: r.Metrics, Suite: r.Suite}))(t)
	return pairs(r)
}

// TestPairsIntervalHoldsP: the interval of P(better) contains its estimate, on one split and on
// several.
func TestPairsIntervalHoldsP(t *testing.T) {
	const n = 2000
	random := pcg(1, 2)
	for _, splits := range []int{1, 5} {
		rows := map[string][][][]float64{}
		for range splits {
			a, b := make([]float64, n), make([]float64, n)
			for i := range a {
				a[i], b[i] = random.NormFloat64()-0.7, random.NormFloat64()
			}
			rows["A"], rows["B"] = append(rows["A"], [][]float64{a}),
				append(rows["B"], [][]float64{b})
		}
		r := run(t, world{"words": rows})
		for i := range r.Entries {
			r.Entries[i].Overlap = 0.1
		}
		section := pairsBy(t, r, r.Metrics[0])
		line := lines(section)[0]
		p, low, high := 0.0, 0.0, 0.0
		if _, err := fmt.Sscanf(line[9]+" "+line[10], "%f %f … %f", &p, &low, &high); err != nil {
			t.Fatalf("%d splits: %v: %v", splits, line, err)
		}
		if p < 0.67 || p > 0.71 || low >= p || high <= p || high-low > 0.08 { // Φ(0.7/√2) = 0.69
			t.Errorf("%d splits: P %v, interval %v … %v", splits, p, low, high)
		}
	}
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

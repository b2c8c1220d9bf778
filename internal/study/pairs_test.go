package study

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/internal/report"
)

func TestPairs(t *testing.T) {
	r := run(t, world{"words": {
		"A": {{{0.1, 0.2, 0.3, 0.4, 0.2, 0.1}}},
		"B": {{{0.1, 0.3, 0.4, 0.4, 0.1, 0.5}}},
		"C": {{{0.5, 0.3, 0.4, 0.6, 0.9, 0.8}}},
	}})
	part, err := pairs(r)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range part.Grid.Rows {
		got = append(got, strings.Join(append(line[:4:4], line[6:10]...), " | "))
	}
	want := []string{
		"words | A map | B map | −8.33 | 3 | 2 | 1 | 0.67",
		"words | A map | C map | −36.67 | 6 | 0 | 0 | 1.00",
		"words | B map | C map | −28.33 | 4 | 2 | 0 | 0.83",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if text := strings.Join(part.Text, "\n"); !strings.Contains(text, "not tested, as n = 6 is too small") || !strings.Contains(text, "one training set") {
		t.Errorf("a reader is not told what there is no test of:\n%s", text)
	}
	if len(part.Charts) != 1 || !strings.Contains(part.Charts[0].Alt, "of 6 test instances A map is better on 3 and B map on 1") {
		t.Errorf("the two best rows are not drawn: %+v", part.Charts)
	}
}

// TestPairsAreBrief: of many rows text has the pairs with the best one, the page all.
func TestPairsAreBrief(t *testing.T) {
	rows := map[string][][][]float64{}
	for i := range 10 {
		rows[fmt.Sprint("row ", i)] = [][][]float64{{{0.1 * float64(i%7), 0.3, 0.2}}}
	}
	part, err := pairs(run(t, world{"words": rows}))
	if err != nil {
		t.Fatal(err)
	}
	if few, all := len(part.Grid.Rows), len(part.Grid.Rows)+len(part.Grid.More); few != 9 || all != 45 {
		t.Errorf("%d pairs are in the text, of %d, want 9 of 45", few, all)
	}
	for _, line := range part.Grid.Rows {
		if line[1] != "row 0 map" {
			t.Errorf("%v is not about the best row", line)
		}
	}
	var b strings.Builder
	if err := part.Write(&b, "text"); err != nil || !strings.Contains(b.String(), "Of 45 lines 9 are shown here") {
		t.Errorf("nothing says that there are more pairs, %v:\n%s", err, &b)
	}
}

// TestPairsAverageSplits: an instance counts once, whatever the number of splits that tested it.
func TestPairsAverageSplits(t *testing.T) {
	part, err := pairs(run(t, world{"words": {
		"A": {{{0.1, 0.2}}, {{0.1, 0.6}}, {{0.1, 0.2}}},
		"B": {{{0.2, 0.3}}, {{0.2, 0.3}}, {{0.2, 0.3}}},
	}}))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(part.Grid.Rows[0][6:10], " "); got != "1 0 1 0.50" {
		t.Errorf("better, equal, worse, P are %s, want 1 0 1 0.50", got)
	}
}

// TestPairsOfHigherMetrics: where more is better, more is a win; without statistics there are no wins to count.
func TestPairsOfHigherMetrics(t *testing.T) {
	r := run(t, world{"words": {"A": {{{0.1, 0.2, 0.9}}}, "B": {{{0.2, 0.3, 0.8}}}}})
	higher := r.Metrics[0]
	higher.Higher = true
	var err error
	if r.Table, err = report.Build("run", r.Entries, report.Options{Metrics: []report.Metric{higher}}); err != nil {
		t.Fatal(err)
	}
	part, err := pairs(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(part.Grid.Rows[0][1:10], " | "); got != "B map | A map | +3.33 |  |  | 2 | 0 | 1 | 0.67" {
		t.Errorf("got %s", got)
	}
	for i := range r.Entries {
		r.Entries[i].Instances = nil
	}
	if r.Table, err = report.Build("run", r.Entries, report.Options{Metrics: r.Metrics}); err != nil {
		t.Fatal(err)
	}
	if part, err = pairs(r); err != nil || len(part.Charts) > 0 || strings.Join(part.Grid.Rows[0][6:], "") != "" {
		t.Errorf("wins of nothing: %+v, %v", part, err)
	}
}

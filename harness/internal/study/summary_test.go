package study

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/chart"
)

// oneSplit has 60 instances. Row B is worse than A by 0.2, C differs from A by noise alone.
func oneSplit() world {
	random := rand.New(rand.NewPCG(1, 2))
	rows := map[string][]float64{}
	for range 60 {
		hard := 0.5 * random.Float64()
		rows["A"] = append(rows["A"], hard)
		rows["B"] = append(rows["B"], hard+0.2+0.02*random.NormFloat64())
		rows["C"] = append(rows["C"], hard+0.03+0.1*random.NormFloat64())
	}
	w := world{"words": {}}
	for label, losses := range rows {
		w["words"][label] = [][][]float64{{losses}}
	}
	return w
}

// TestSummary: the sentence names the best row, the nearest row that is worse with its interval, and
// the rows that are not decided with the detectable difference.
func TestSummary(t *testing.T) {
	r := run(t, oneSplit())
	section := must(summary(r))(t)
	b := &r.Table.Rows[1].Cells[0]
	says(t, section.Text[0], "words: A map has the lowest hamming, ", " %.",
		"It is better than 1 of 2 other rows. The nearest of these is B map, by ",
		fmt.Sprintf(" points (%s to %s).", chart.Fixed(100*float64(b.EffectLow), 2),
			chart.Fixed(100*float64(b.EffectHigh), 2)),
		"Not significantly different from it: C map.", "The tests find a difference of ", "with power 0.8.")
	says(t, textOf(section), "One training set: the results on words need not hold")
	if len(section.Charts) != 1 {
		t.Fatalf("%d charts, want one", len(section.Charts))
	}
	c := section.Charts[0]
	same(t, []string{"B map", "C map", "A map"}, c.Y.Names) // from below
	spans := map[string]chart.Series{}
	for _, s := range c.Series {
		spans[s.Label] = s
	}
	same(t, []float64{100 * float64(b.EffectLow)}, spans["B map"].Low)
	same(t, []float64{100 * float64(b.EffectHigh)}, spans["B map"].High)
	if spans["B map"].Hollow || !spans["C map"].Hollow || spans["A map"].X[0] != 0 {
		t.Errorf("dots %+v", spans)
	}
	says(t, spans["B map"].Hints[0], "B map: ", ", worse by ", " to ", ", p ")
}

// TestSummaryUndecided: if nothing differs, the sentence says it.
func TestSummaryUndecided(t *testing.T) {
	w := oneSplit()
	delete(w["words"], "B")
	text := textOf(must(summary(run(t, w)))(t))
	says(t, text, "It is not shown to be better than any other row. The tests find a difference of ")
	if strings.Contains(text, "better than 1") || strings.Contains(text, "Not significantly") {
		t.Error(text)
	}
}

// TestSummaryHigher: if higher is better, the best row has the highest value, and amounts stay
// positive.
func TestSummaryHigher(t *testing.T) {
	r := run(t, oneSplit())
	r.Metrics[0].Higher = true
	tabulate(t, r)
	says(t, must(summary(r))(t).Text[0], "words: B map has the highest hamming",
		"It is better than every other row. The nearest of these is ", "by 1", " points (1")
}

// TestSummaryControl: with a control, the sentence is about the control.
func TestSummaryControl(t *testing.T) {
	r := run(t, oneSplit())
	r.Suite.Against = "B"
	tabulate(t, r)
	says(t, must(summary(r))(t).Text[0], "words: the control B map has hamming, ", "Better than it: ", "A map",
		"C map")
}

// TestSummaryManyDatasets: the ranks come first, and datasets without a test share one sentence.
func TestSummaryManyDatasets(t *testing.T) {
	w := world{}
	for i := range 7 {
		w[fmt.Sprint("data", i)] = map[string][][][]float64{"A": {{{0.1, 0.2}}}, "B": {{{0.2, 0.4}}}}
	}
	section := must(summary(run(t, w)))(t)
	says(t, section.Text[0], "Over 7 datasets, A map has the best mean rank: 1.00 among 2 rows. "+
		"It is better than B map over datasets.")
	if n := strings.Count(textOf(section), "No test on "); n != 1 {
		t.Errorf("%d sentences on no test:\n%s", n, textOf(section))
	}
	if text := pairsText(run(t, w)); strings.Count(strings.Join(text, "\n"), "not tested, since") != 1 {
		t.Errorf("the reason is repeated: %q", text)
	}
}

package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// oneSplit has 60 instances. Row B is worse than A by 0.2, C differs from A by noise alone.
func oneSplit() world {
	random := pcg(1, 2)
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

// TestSummary: the sentence names the best row, the nearest worse row with its interval, and the
// undecided rows with the detectable difference.
func TestSummary(t *testing.T) {
	r := run(t, oneSplit())
	section := summary(r)
	b := &r.Table.Rows[1].Cells[0]
	says(t, section.Text[0], "words: A map has the lowest hamming, ", " %.",
		"It is better than 1 of 2 other rows. The nearest of these is B map, by ",
		fmt.Sprintf(" points (%s to %s).", chart.Fixed(100*float64(b.EffectLow), 2),
			chart.Fixed(100*float64(b.EffectHigh), 2)),
		"Not significantly different from it: C map.", "The tests can detect a difference of ",
		"with power 0.8.")
	says(t, textOf(section), "One training set: the results on words need not hold",
		"Rings: level, not significantly different, or not tested.")
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
}

// TestSummaryOfCopies: an equal row counts once.
func TestSummaryOfCopies(t *testing.T) {
	w := oneSplit()
	w["words"]["D"], w["words"]["E"] = w["words"]["B"], w["words"]["A"]
	says(t, summary(run(t, w)).Text[0], "better than 1 of 2 other rows", "from it: C map.")
}

// TestSummaryOfUnequalTraining: rows are compared if they learned from the same instances.
func TestSummaryOfUnequalTraining(t *testing.T) {
	r := run(t, oneSplit())
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Label != "A" {
			e.Fit.Checkpoints = learnedFrom(5)
		}
	}
	tabulate(t, r)
	text := textOf(summary(r))
	says(t, text, "words, from fewer training instances: C map has the lowest hamming", "of these is B map")
	if strings.Contains(text, "A map") {
		t.Error(text)
	}
	for i := range r.Entries { // now A and B from all, and C, of which a fit is missing, from fewer
		if e := &r.Entries[i]; e.Label == "B" {
			e.Fit.Checkpoints = nil
		}
	}
	fewer := entry("words", "D", 0, 0, oneSplit()["words"]["C"][0][0])
	lost := entry("words", "C", 0, 1, nil)
	fewer.Fit.Checkpoints, lost.Fit.Outcome.Kind, lost.Row.Metrics, lost.Row.Instances = learnedFrom(5), record.Crash, nil, nil
	r.Entries = append(r.Entries, fewer, lost)
	tabulate(t, r)
	text = textOf(summary(r))
	says(t, text, "words, from all training instances: A map has", "results are missing: C map.")
	if strings.Contains(text, "D map") {
		t.Error(text)
	}
}

// TestSummarySentence: what the first sentence says, and does not say, of the rows of one dataset.
func TestSummarySentence(t *testing.T) {
	for name, c := range map[string]struct {
		change    func(*Run, world) // before the table is built
		says, not []string
	}{
		"nothing differs": {func(r *Run, w world) { delete(w["words"], "B") },
			[]string{"It is not shown to be better than any other row. The tests can detect a difference of "},
			[]string{"better than 1", "Not significantly"}},
		// The best row has the highest value, and amounts stay positive.
		"higher is better": {func(r *Run, w world) { r.Metrics[0].Higher = true },
			[]string{"words: B map has the highest hamming",
				"It is better than every other row. The nearest of these is ", "by 1", " points (1"}, nil},
		"a control": {func(r *Run, w world) { r.Suite.Against = "B" },
			[]string{"words: the control B map has hamming, ", "Better than it: ", "A map", "C map"}, nil},
		// It names the rows that do not differ from a control, also if they are all rows.
		"a control, nothing differs": {func(r *Run, w world) {
			delete(w["words"], "B")
			r.Suite.Against = "C"
		}, []string{"words: the control C map has hamming, ",
			" %. Not significantly different from it: A map. The tests can detect a difference of "}, nil},
		// B is worse, and level: no row is not worse.
		"a level row": {func(r *Run, w world) {
			var level []float64
			for i, loss := range w["words"]["A"][0][0] {
				level = append(level, loss+0.002+0.001*float64(i%2))
			}
			w["words"]["B"] = [][][]float64{{level}}
			r.Suite.Rope = 1
		}, []string{"Level with it, within ±1: B map. Not significantly different from it: C map."},
			[]string{"not shown"}},
	} {
		w := oneSplit()
		r := &Run{Suite: &suite.Suite{}, Metrics: []table.Metric{wrong}}
		c.change(r, w)
		r.Entries = run(t, w).Entries
		tabulate(t, r)
		text := summary(r).Text[0]
		says(t, text, c.says...)
		for _, not := range c.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: it says %q: %s", name, not, text)
			}
		}
	}
}

// TestSummaryIncomplete: the sentence names rows without all their results, even if their mean is
// the lowest. Rows of other datasets have no place in it.
func TestSummaryIncomplete(t *testing.T) {
	w := oneSplit()
	delete(w["words"], "C")
	w["letters"] = map[string][][][]float64{"A": w["words"]["A"], "B": w["words"]["B"],
		"E": w["words"]["B"]}
	r := run(t, w)
	low := make([]float64, 60)
	good, crashed := entry("words", "D", 0, 0, low), entry("words", "D", 0, 1, low)
	crashed.Fit.Outcome.Kind, crashed.Row.Metrics, crashed.Row.Instances = record.Crash, nil, nil
	r.Entries = append(r.Entries, good, crashed)
	tabulate(t, r)
	if d := r.Table.Rows[3].Cells[1]; d.Good != 1 || d.Planned != 2 || d.Mean != 0 {
		t.Fatalf("D is %+v", d)
	}
	section := summary(r)
	says(t, section.Text[0], "letters: A map has", "It is better than every other row. ")
	says(t, section.Text[1], "words: A map has the lowest hamming, ",
		"It is better than every other complete row. The nearest of these is B map, by ",
		" Not compared, since results are missing: D map.")
	if strings.Contains(section.Text[0], "Not compared") || strings.Contains(section.Text[1], "E map") {
		t.Error(section.Text)
	}
	r.Entries = slices.DeleteFunc(r.Entries, func(e table.Entry) bool { return e.Label == "B" })
	r.Entries = append(r.Entries, entry("words", "C", 0, 0, oneSplit()["words"]["C"][0][0]))
	tabulate(t, r)
	says(t, textOf(summary(r)), "It is not shown to be better than any other complete row.")
}

// TestSummaryWarnings: a summary has the first warnings, and says where the others are.
func TestSummaryWarnings(t *testing.T) {
	r := run(t, oneSplit())
	r.Table.Notes = append(r.Table.Notes, "Warning: clocks.")
	r.Table.Levels = append(r.Table.Levels, table.Short)
	says(t, textOf(summary(r)), "Warning: clocks.")
	for i := range 7 {
		r.Table.Notes = append(r.Table.Notes, fmt.Sprint("Warning: ", i, "."))
		r.Table.Levels = append(r.Table.Levels, table.Short)
	}
	says(t, textOf(summary(r)), "Warning: 3.", "3 more warnings are in the notes of the table.")
}

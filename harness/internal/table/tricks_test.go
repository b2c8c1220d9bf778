package table_test

import (
	"encoding/json"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"github.com/spbench/spbench/harness/sp"
)

// TestTricksAreNamed: short notes, in every format, name what would flatter a row. Families with
// many ablations are in TestFlipPairsOfManyRows and TestClaimsAreAFamily.
func TestTricksAreNamed(t *testing.T) {
	set := func(label, params string) func(e *table.Entry) {
		return func(e *table.Entry) {
			if e.Label == label {
				e.Fit.Params = json.RawMessage(params)
			}
		}
	}
	title := "words: ours (changed on the command line: -learner CRF)"
	for name, trick := range map[string]struct {
		edit func(e *table.Entry)
		show table.Selection
		want string
	}{
		"a bad fixed parameter":  {set("CRF", `{"lambda":0.1}`), table.Selection{}, "; untuned."},
		"few passes":             {set("CRF", `{"passes":3}`), table.Selection{}, "; untuned."},
		"a cut by the budget":    {func(e *table.Entry) { e.Fit.Ended = sp.EndedByBudget }, table.Selection{}, "Cut short by the budget: independent, CRF, S-SVM"},
		"a hidden row":           {nil, table.Selection{Learners: []string{"independent", "perturb&MAP"}}, "Better than every row shown: marg. perturb"},
		"copies":                 {func(e *table.Entry) { e.Copies = 60 }, table.Selection{}, "graph of a training instance: 60"},
		"another loss":           {nil, table.Selection{}, "Training loss: squared."},
		"one training set":       {nil, table.Selection{}, "the best mean, on one training set"},
		"rows that were dropped": {nil, table.Selection{}, "(changed on the command line: -learner CRF)"},
	} {
		entries := run("words", 2, 100, false)
		for i := range entries {
			if trick.edit != nil {
				trick.edit(&entries[i])
			}
		}
		tab := must(annotated(title, entries, table.Options{Metrics: []table.Metric{hamming},
			Show: trick.show, Suite: &suite.Suite{TrainLoss: suite.Spec{Name: "squared"}}}))(t)
		for _, format := range []string{"text", "markdown", "latex"} {
			t.Run(name+"/"+format, func(t *testing.T) {
				says(t, flat(write(t, tab, format, layout.Style{Notes: "short", Caption: "Ours"})), trick.want)
			})
		}
	}
}

// TestDeltaAndLevel: differences have their intervals beside the results, and a row whose interval
// lies within the rope is level.
func TestDeltaAndLevel(t *testing.T) {
	losses := map[string][]float64{"a": nil, "b": nil, "c": nil}
	for i := range 60 {
		v := 0.2 + 0.01*float64(i%7)
		losses["a"] = append(losses["a"], v)
		losses["b"] = append(losses["b"], v+0.001*float64(i%3-1)+0.0005)
		losses["c"] = append(losses["c"], v+0.1+0.002*float64(i%2))
	}
	tab := built(t, fits(losses, "a", "b", "c"), table.Options{Metrics: []table.Metric{hamming},
		Suite: &suite.Suite{Rope: 0.3}})
	b, c := tab.Rows[1].Cells[0], tab.Rows[2].Cells[0]
	if !b.Level || c.Level || record.Number(-0.003) > b.EffectLow || b.EffectHigh > 0.003 {
		t.Errorf("b %+v, c %+v", b, c)
	}
	text := flat(write(t, tab, "text", layout.Style{Columns: []string{"results", "delta"}}))
	says(t, text, "Δ: difference from the best, with simultaneous 95 % intervals.", "c 33.", "+10.1 [10.",
		"=: level, shown to differ by less than 0.3.")
}

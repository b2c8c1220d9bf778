package table_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// tune gives the fits of a learner trials of these parameters, rounds of two after
// the first grid of them, of which each took ten times the calls of the fit.
func tune(entries []table.Entry, label string, grid int, chosen func(seed uint64) int,
	params ...string) {
	for i := range entries {
		e := &entries[i]
		if e.Label != label {
			continue
		}
		for n, text := range params {
			t := record.Trial{Params: json.RawMessage(text),
				Outcome: record.Outcome{Kind: record.OK}, Counts: e.Fit.Counts}
			if n >= grid {
				t.Round = 1 + (n-grid)/2
			}
			e.Fit.Trials = append(e.Fit.Trials, t)
		}
		e.Fit.Params, e.Fit.Times.Tune = json.RawMessage(params[chosen(e.Seed.Learner)]), 7
		e.Fit.Times.TuneCPU = 6
	}
}

func tuned() ([]table.Entry, table.Options) {
	e := append(run("ocr", 3, 50, false), run("chains", 2, 50, true)...)
	tune(e, "CRF", 2, func(seed uint64) int { return int(seed) % 2 }, `{"lambda":1,"passes":5}`,
		`{"lambda":0.1,"passes":5}`, `{"lambda":0.01,"passes":5}`, `{"lambda":0.001,"passes":5}`)
	tune(e, "perturb&MAP", 2, func(uint64) int { return 1 }, `{"step":"bounded"}`,
		`{"step":"standard"}`)
	tune(e[:3*len(lines)], "marg. perturb&MAP", 2, func(seed uint64) int { return int(seed) },
		`{"lambda":1}`, `{"lambda":2}`, `{"lambda":4}`, `{"lambda":3}`)
	return e, table.Options{Metrics: []table.Metric{hamming},
		Suite: &suite.Suite{Tune: &suite.Tuning{Fraction: 0.25, Extend: 1}}}
}

// A table says what was tuned, on what, among how many, at what cost, what was chosen
// and what was not tuned, in every format.
func TestTuningIsTold(t *testing.T) {
	entries, opt := tuned()
	tab := built(t, entries, opt)
	const want = `Tuned on 25 % of the training instances, by the first decoder of each learner, 2 candidates each, and up to 2 more that extend or refine the grid; ` +
		`not tuned: independent, S-SVM (BCFW).` + "\n" +
		`Parameters: CRF (lambda 0.1 ×3, 1 ×2 of 0.1, 1; passes 5), perturb&MAP (step standard of bounded, standard), ` +
		`marg. perturb&MAP (lambda 2 ×1, 3 ×1, 4 ×1 of 1, 2).`
	notes := notesOf(tab)
	says(t, notes, want)
	says(t, write(t, tab, "markdown", layout.Style{Notes: "short"}), "not tuned: independent")
	for format, want := range map[string]string{
		"text": "not tuned:", "markdown": "not tuned: independent",
		"latex": "not tuned: independent",
		"json":  `"values": {`,
	} {
		says(t, write(t, tab, format, layout.Style{}), want)
	}
}

// Choices are noise where the standard error of the chosen candidate minus the next one, the best of
// the others, is above half of what matters. Without a rope or margin there is no such note.
func TestChoicesWithinNoise(t *testing.T) {
	for rope, want := range map[float64]string{
		0: "", 5: "", 3.9: "Choices within noise: CRF. The validation score of the chosen candidate minus the next " +
			"one has a standard error of up to 2, above half of the margin or rope, 3.9.",
	} {
		entries := run("ocr", 3, 50, false)
		tune(entries, "CRF", 3, func(seed uint64) int { return 1 }, `{"lambda":1}`, `{"lambda":2}`, `{"lambda":3}`)
		for i := range entries {
			for j := range entries[i].Fit.Trials {
				trial := &entries[i].Fit.Trials[j]
				trial.Loss = record.Number([]float64{0.3, 0.1, 0.2}[j])
				trial.SE = record.Number([]float64{0.3, 0, 0.02}[j])
				if entries[i].Seed.Learner == 3 {
					trial.SE = 0.01
				}
			}
		}
		tab := built(t, entries, table.Options{Metrics: []table.Metric{hamming},
			Suite: &suite.Suite{Rope: rope, Tune: &suite.Tuning{Folds: 4}}})
		text := notesOf(tab)
		says(t, text, "Tuned in 4-fold cross-validation of the training instances, by the first decoder of each learner, 3 candidates each; not tuned: ")
		if want != "" {
			says(t, text, want)
		} else if strings.Contains(text, "noise") {
			t.Errorf("rope %v: %s", rope, text)
		}
	}
}

package table

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
)

// A Tuning describes the choice of parameters of one learner on one dataset.
type Tuning struct {
	Grid   int      `json:"grid"`            // candidates of the grid; 0: nothing was tuned
	Added  int      `json:"added,omitempty"` // candidates that extended the grid
	Chosen []Choice `json:"chosen"`          // one for each tuned fit
	// SE is the largest standard error of a chosen validation score minus that of the next
	// candidate; 0: not known.
	SE record.Number `json:"se,omitempty"`
	By Metric        `json:"-"` // the metric that chose
}

// A Choice is the result of tuning for one fit: the values of the parameters that differ between
// its trials.
type Choice struct {
	Split  int                        `json:"split"`
	Seed   record.Seeds               `json:"seed"`
	Values map[string]json.RawMessage `json:"values"`
}

// newTuning collects the trials and choices of the fits of one learner on one dataset. m is their
// metric.
func newTuning(entries []*Entry, m Metric) (t Tuning) {
	t.By = m
	for _, e := range entries {
		grid := 0
		for _, trial := range e.Fit.Trials {
			if trial.Round == 0 {
				grid++
			}
		}
		t.Grid, t.Added = max(t.Grid, grid), max(t.Added, len(e.Fit.Trials)-grid)
		if slices.ContainsFunc(e.Fit.Trials,
			func(trial record.Trial) bool { return bytes.Equal(trial.Params, e.Fit.Params) }) {
			t.Chosen = append(t.Chosen, Choice{e.Split, e.Seed, chosenValues(e)})
			t.SE = max(t.SE, choiceError(e, m))
		}
	}
	return t
}

// choiceError returns the standard error of the chosen trial minus the next one.
func choiceError(e *Entry, m Metric) (se record.Number) {
	next := unknown
	for _, t := range e.Fit.Trials {
		if t.SE > 0 && (next != next || m.better(t.Loss, next)) {
			next, se = t.Loss, t.SE
		}
	}
	return se
}

// chosenValues returns the fit's values of the parameters that differ between its trials.
func chosenValues(e *Entry) map[string]json.RawMessage {
	values := Members(e.Fit.Params)
	maps.DeleteFunc(values, func(name string, v json.RawMessage) bool {
		return !slices.ContainsFunc(e.Fit.Trials,
			func(t record.Trial) bool { return !bytes.Equal(Members(t.Params)[name], v) })
	})
	return values
}

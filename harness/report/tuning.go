package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/record"
)

// A Tuning is how the parameters of one learner were chosen on one dataset.
type Tuning struct {
	Grid   int      `json:"grid"`            // candidates of the grid; 0 where there was nothing to choose
	Added  int      `json:"added,omitempty"` // candidates that extended it
	Chosen []Choice `json:"chosen"`          // one for each fit that has chosen
}

// A Choice is what tuning chose for one fit: the values of the parameters that its
// trials differ in.
type Choice struct {
	Split  int                        `json:"split"`
	Seed   uint64                     `json:"seed"`
	Values map[string]json.RawMessage `json:"values"`
}

// tuning collects the trials and choices of the fits of one learner on one dataset.
func tuning(entries []*Entry) (t Tuning) {
	for _, e := range entries {
		grid := 0
		for _, trial := range e.Trials {
			if trial.Round == 0 {
				grid++
			}
		}
		t.Grid, t.Added = max(t.Grid, grid), max(t.Added, len(e.Trials)-grid)
		if slices.ContainsFunc(e.Trials, func(trial record.Trial) bool { return bytes.Equal(trial.Params, e.Params) }) {
			t.Chosen = append(t.Chosen, Choice{e.Split, e.Seed, varied(e)})
		}
	}
	return t
}

// varied returns the chosen values of the parameters that the trials differ in.
func varied(e *Entry) map[string]json.RawMessage {
	values := members(e.Params)
	maps.DeleteFunc(values, func(name string, v json.RawMessage) bool {
		return !slices.ContainsFunc(e.Trials, func(t record.Trial) bool { return !bytes.Equal(members(t.Params)[name], v) })
	})
	return values
}

func members(object json.RawMessage) (m map[string]json.RawMessage) {
	_ = json.Unmarshal(object, &m) // parameters are one
	return m
}

// trialCalls is how many oracle calls the trials of the fit took.
func (e *Entry) trialCalls() (n float64) {
	for _, t := range e.Trials {
		n += float64(t.Counts.Calls())
	}
	return n
}

// noteTuning says what was tuned, on what, among how many and at what cost, what was
// chosen, and what was not tuned.
func (t *Table) noteTuning(g *grouping, opt Options) {
	if t.Rows[0].Tuning == nil {
		return
	}
	var tuned, chosen, fixed, alone, outputs []string
	grid, added := 0, 0
	for _, row := range t.firstRows() {
		var all []Tuning
		good := false
		for d, dataset := range t.Datasets {
			all = append(all, row.Tuning[d])
			grid, added = max(grid, row.Tuning[d].Grid), max(added, row.Tuning[d].Added)
			good = good || slices.ContainsFunc(g.at[place{rowName{row.Label, row.Output}, dataset}], func(e *Entry) bool { return e.Outcome.Good() })
		}
		switch tried := func(v Tuning) bool { return v.Grid > 0 }; {
		case slices.ContainsFunc(all, tried):
			tuned, outputs = append(tuned, row.Label), append(outputs, row.Output)
			chosen = append(chosen, row.Label+" "+t.words(all))
			if !slices.ContainsFunc(all, func(v Tuning) bool { return v.Added > 0 }) {
				alone = append(alone, row.Label)
			}
		case good:
			fixed = append(fixed, row.Label)
		}
	}
	share, output := "a part", "of "+outputs[0]
	if opt.Suite != nil && opt.Suite.Tune != nil {
		share = significant(100*opt.Suite.Tune.Fraction) + " %"
	}
	if len(slices.Compact(outputs)) > 1 {
		output = "of the first output"
	}
	text := fmt.Sprintf("Tuned by %s %s on %s of the training instances, among %d candidates", t.Columns[0].Metric.Name, output, share, grid)
	if added > 0 {
		text += fmt.Sprintf(" and then %d past the edge of the grid or within it", added)
		if len(alone) > 0 {
			text += fmt.Sprintf(" (none for %s: no numbers in its grid)", strings.Join(alone, ", "))
		}
	}
	text += g.tuningCost(t, tuned) + ". Chosen: " + strings.Join(chosen, "; ") + "."
	if len(fixed) > 0 {
		text += " Not tuned: " + strings.Join(fixed, ", ") + "."
	}
	t.note("%s", text)
}

// firstRows returns the first row of each learner.
func (t *Table) firstRows() (rows []*Row) {
	for r := range t.Rows {
		if r == 0 || t.Rows[r-1].Label != t.Rows[r].Label {
			rows = append(rows, &t.Rows[r])
		}
	}
	return rows
}

// tuningCost compares the oracle calls of the trials with those of the fits, from the
// learner for which tuning was cheapest to the dearest one.
func (g *grouping) tuningCost(t *Table, labels []string) string {
	type cost struct {
		label string
		ratio float64
	}
	var costs []cost
	for _, row := range t.firstRows() {
		trials, fits := 0.0, 0.0
		for _, dataset := range t.Datasets {
			for _, e := range g.at[place{rowName{row.Label, row.Output}, dataset}] {
				if len(e.Trials) > 0 {
					trials, fits = trials+e.trialCalls(), fits+float64(e.Counts.Calls())
				}
			}
		}
		if slices.Contains(labels, row.Label) && trials > 0 && fits > 0 {
			costs = append(costs, cost{row.Label, trials / fits})
		}
	}
	if len(costs) == 0 {
		return ""
	}
	slices.SortStableFunc(costs, func(a, b cost) int { return cmp.Compare(a.ratio, b.ratio) })
	lo, hi := costs[0], costs[len(costs)-1]
	if len(costs) == 1 {
		return fmt.Sprintf(", at %.1f times the oracle calls of the fits", lo.ratio)
	}
	return fmt.Sprintf(", at %.1f (%s) to %.1f (%s) times the oracle calls of the fits", lo.ratio, lo.label, hi.ratio, hi.label)
}

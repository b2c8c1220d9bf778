package table

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
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
	Seed   record.Seeds               `json:"seed"`
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

// A tuned is a learner that was tuned.
type tuned struct {
	label, decoder string // of its first row
	grid, added    int    // the most candidates, of the grid and beyond
	chosen         string
	cost           float64 // oracle calls of the trials / those of the fits; 0 where there are none
}

// noteTuning says what was tuned, on what, among how many and at what cost, what was
// chosen, and what was not tuned.
func (t *Table) noteTuning(opt Options) {
	list, untuned := t.tuned()
	if len(list) == 0 {
		return
	}
	grid, added, decoder, share := 0, 0, "of "+list[0].decoder, "a part"
	var chosen, alone []string
	for _, l := range list {
		grid, added = max(grid, l.grid), max(added, l.added)
		if l.decoder != list[0].decoder {
			decoder = "of the first decoder"
		}
		if l.added == 0 {
			alone = append(alone, l.label)
		}
		chosen = append(chosen, l.label+" "+l.chosen)
	}
	if opt.Suite.Tune != nil {
		share = chart.Significant(100*opt.Suite.Tune.Fraction, 3) + " %"
	}
	text := fmt.Sprintf("Tuned by %s %s on %s of the training instances, among %d candidates", t.compared(), decoder, share, grid)
	if added > 0 {
		text += fmt.Sprintf(" and then %d past the edge of the grid or within it", added)
		if len(alone) > 0 {
			text += fmt.Sprintf(" (none for %s: no number in its grid varies by itself)", strings.Join(alone, ", "))
		}
	}
	text += costs(list) + ". Chosen: " + strings.Join(chosen, "; ") + "."
	if others := t.untunedDecoders(list); len(others) > 0 {
		text += " Read off the same fits, without a choice of their own: " + strings.Join(others, ", ") + "."
	}
	t.note("%s", text)
	if len(untuned) > 0 {
		t.caution("Not tuned: %s.", strings.Join(untuned, ", "))
	}
}

// untunedDecoders lists the decoders of tuned learners that nothing was chosen for.
func (t *Table) untunedDecoders(list []tuned) (decoders []string) {
	for _, row := range t.Rows {
		for _, l := range list {
			if row.Label == l.label && row.Decoder != l.decoder {
				decoders = ordered.Add(decoders, row.Decoder)
			}
		}
	}
	return decoders
}

// tuned returns the learners that were tuned, and the labels of the others that have
// a number.
func (t *Table) tuned() (list []tuned, untuned []string) {
	for r, row := range t.Rows {
		if row.Tuning == nil || r > 0 && t.Rows[r-1].Label == row.Label {
			continue
		}
		l := tuned{label: row.Label, decoder: row.Decoder, chosen: t.words(row.Tuning)}
		trials, fits := 0.0, 0.0
		for d, v := range row.Tuning {
			l.grid, l.added = max(l.grid, v.Grid), max(l.added, v.Added)
			for _, e := range t.groups.at[place{rowName{row.Label, row.Decoder}, t.Datasets[d]}] {
				if len(e.Trials) > 0 {
					trials, fits = trials+e.trialCalls(), fits+float64(e.Counts.Calls())
				}
			}
		}
		if fits > 0 {
			l.cost = trials / fits
		}
		switch {
		case l.grid > 0:
			list = append(list, l)
		case slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Good > 0 }):
			untuned = append(untuned, row.Label)
		}
	}
	return list, untuned
}

// costs words what tuning cost, from the learner for which it was cheapest to the
// dearest one.
func costs(list []tuned) string {
	list = slices.DeleteFunc(slices.Clone(list), func(l tuned) bool { return l.cost == 0 })
	if len(list) == 0 {
		return ""
	}
	slices.SortStableFunc(list, func(a, b tuned) int { return cmp.Compare(a.cost, b.cost) })
	lo, hi := list[0], list[len(list)-1]
	if len(list) == 1 {
		return fmt.Sprintf(", at %.1f times the oracle calls of the fits", lo.cost)
	}
	return fmt.Sprintf(", at %.1f (%s) to %.1f (%s) times the oracle calls of the fits", lo.cost, lo.label, hi.cost, hi.label)
}

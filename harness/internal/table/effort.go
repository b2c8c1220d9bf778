package table

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// WideGap is the relative gap above which notes name a fit.
const WideGap = 0.1

// An Effort is the cost of the fits of a learner on a dataset, and how they ended. Numbers are
// medians over the fits that ended well, NaN if none did.
type Effort struct {
	CPUSeconds record.Number `json:"cpu_seconds"`
	Passes     record.Number `json:"passes"`
	MAP        record.Number `json:"map"`
	Marginals  record.Number `json:"marginals"`
	Calls      record.Number `json:"calls"` // oracle calls of all kinds

	Gap  record.Number `json:"gap"`            // largest over Fits; NaN: no fit has one
	Fits []FitEnd      `json:"fits,omitempty"` // those that have run, by split and seed

	// Converged is the share of Fits, of those that did not fail, with a criterion of their own as
	// their end; NaN: all failed.
	Converged record.Number `json:"converged"`

	// Cost of the trials of tuning, on top of the above: 0 if there were none.
	Candidates record.Number `json:"candidates"`       // tried in a fit; 1: nothing was tuned
	TuneCPU    record.Number `json:"tune_cpu_seconds"` // NaN: not recorded
	Choice     record.Number `json:"choice"`           // the largest ByChoice of the cells, or NaN
}

// A FitEnd is how a fit ended, and its distance from the optimum of its training objective F.
type FitEnd struct {
	Split     int           `json:"split"`
	Seed      record.Seeds  `json:"seed"`
	Ended     sp.End        `json:"ended"`            // as record.Fit.Ended; "": it failed
	AsSet     bool          `json:"as_set,omitempty"` // at the length of training that the suite sets
	Objective record.Number `json:"objective"`        // F at the weights, as the harness computes it
	// Bound is a lower bound on min F: the harness computes it from dual variables, or else the
	// learner reports it.
	Bound record.Number `json:"bound"`
	Gap   record.Number `json:"gap"` // (Objective − Bound)/|Objective|
}

// newEffort returns the cost of fits and how they ended.
func newEffort(entries []*Entry) (e Effort) {
	e.Choice = unknown
	for i, median := range []*record.Number{&e.CPUSeconds, &e.Passes, &e.MAP, &e.Marginals, &e.Calls,
		&e.Candidates, &e.TuneCPU} {
		*median = medianOf(entries, func(f *record.Fit) record.Number { return costs(f)[i] })
	}
	e.setEnds(entries)
	return e
}

// costs are the numbers of a fit behind the medians, in the order of [newEffort].
func costs(f *record.Fit) []record.Number {
	cpu := f.Times.TuneCPU
	if len(f.Trials) > 0 && cpu == 0 {
		cpu = unknown // it was not recorded
	}
	c := &f.Counts
	return []record.Number{f.Times.Fit.CPU, f.Passes, record.Number(c.MAP), record.Number(c.Marginals),
		record.Number(c.Calls()), record.Number(max(1, len(f.Trials))), cpu}
}

// medianOf returns the median of a number over the fits that ended well and have one.
func medianOf(entries []*Entry, of func(f *record.Fit) record.Number) record.Number {
	var v []float64
	for _, e := range entries {
		if one := float64(of(e.Fit)); e.Outcome().Good() && finite(one) {
			v = append(v, one)
		}
	}
	return record.Number(stats.Median(v))
}

// setEnds sets Fits, Converged and Gap.
func (e *Effort) setEnds(entries []*Entry) {
	ended, converged := 0, 0
	e.Gap = unknown
	for _, entry := range entries {
		if entry.Outcome() == (record.Outcome{}) && entry.Fit.Ended == "" {
			continue
		}
		end := FitEnd{Split: entry.Split, Seed: entry.Seed, Ended: entry.Fit.Ended, Objective: unknown,
			Bound: unknown, Gap: unknown}
		if a := entry.Fit.Audit; a != nil {
			end.Objective, end.Bound, end.Gap = a.Objective, a.Bound, record.Number(a.RelativeGap())
		}
		e.Fits = append(e.Fits, end)
		if end.Ended != "" {
			ended++
		}
		if end.Ended == sp.Converged || end.Ended == sp.StoppedChanging {
			converged++
		}
	}
	e.Converged = record.Number(converged) / record.Number(ended)
	if worst := e.Worst(); worst != nil {
		e.Gap = worst.Gap
	}
}

// Worst returns the fit with the largest gap. If no fit has a gap, it returns the one with the
// largest bound, or else objective; nil if no fit ended well.
func (e *Effort) Worst() *FitEnd {
	var worst *FitEnd
	for i := range e.Fits {
		f := &e.Fits[i]
		if f.Ended != "" && (worst == nil || f.worse(worst)) {
			worst = f
		}
	}
	return worst
}

func (f *FitEnd) worse(than *FitEnd) bool {
	for _, pair := range [][2]record.Number{{f.Gap, than.Gap}, {f.Bound, than.Bound},
		{f.Objective, than.Objective}} {
		if a, b := float64(pair[0]), float64(pair[1]); finite(a) || finite(b) {
			return !finite(b) || a > b
		}
	}
	return false
}

// lengths are the parameters that set the length of training.
var lengths = []string{"passes", "iterations"}

// setsLength reports whether the suite sets the length of training of a learner on a dataset.
func setsLength(s *suite.Suite, label, dataset string) bool {
	at := slices.IndexFunc(s.Learners, func(l suite.Learner) bool { return l.Label == label })
	if at < 0 {
		return false
	}
	l := s.Learners[at].On(dataset)
	for _, spec := range append([]suite.Spec{l.Spec}, l.Candidates...) {
		values := Members(spec.Args)
		if slices.ContainsFunc(lengths, func(name string) bool {
			return len(values[name]) > 0 &&
				string(values[name]) != "0"
		}) {
			return true
		}
	}
	return false
}

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

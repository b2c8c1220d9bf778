package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/study"
)

// A learner is all that a run says of the fits of one learner, whose outputs are rows of the table.
type learner struct {
	ID, Label, Name string
	Params          string // as the suite gives them
	Fits            *study.Grid
	Trials          []trials // by dataset
	Warnings        []string
	Logs            []log
	Key             []keyPart // of the keys of the fits
}

// A log is the end of what the processes of a fit wrote.
type log struct{ Fit, Text string }

// learners returns those of the suite, in its order.
func learners(r *Run, id string) []*learner {
	last := report.Latest(r.Fits)
	var all []*learner
	for i := range r.Suite.Learners {
		spec := &r.Suite.Learners[i]
		l := &learner{ID: learnerID(r, id, spec.Label), Label: spec.Label, Name: spec.Name, Params: string(spec.Args)}
		var fits []*record.Fit
		seen := map[record.Place]bool{}
		for j := range r.Entries {
			e := &r.Entries[j]
			place := record.Place{Dataset: e.Dataset, Label: e.Label, Split: e.Split, Seed: e.Seed}
			if f := last[place]; f != nil && e.Label == spec.Label && !seen[place] {
				seen[place] = true
				fits = append(fits, f)
			}
		}
		l.Fits, l.Trials, l.Key = fitGrid(r, spec.Label, fits), newTrials(fits), keyParts(fits)
		for _, f := range fits {
			for _, w := range f.Warnings {
				if !slices.Contains(l.Warnings, w) {
					l.Warnings = append(l.Warnings, w)
				}
			}
			if lines := r.Logs[f.Key]; len(lines) > 0 {
				l.Logs = append(l.Logs, log{name(f), strings.Join(lines, "\n")})
			}
		}
		all = append(all, l)
	}
	return all
}

// learnerID is the anchor of the details of the learner with that label.
func learnerID(r *Run, id, label string) string {
	for i := range r.Suite.Learners {
		if r.Suite.Learners[i].Label == label {
			return fmt.Sprintf("%s-learner%d", id, i+1)
		}
	}
	return ""
}

// name says which fit of a learner it is.
func name(f *record.Fit) string {
	return fmt.Sprintf("%s, split %d, seed %d", f.Dataset, f.Split, f.Seed)
}

// fitGrid has a line for each fit: what it was fitted with, how it ended and scored, and what it took.
func fitGrid(r *Run, label string, fits []*record.Fit) *study.Grid {
	g := &study.Grid{Left: 5, Head: []string{"dataset", "split", "seed", "key", "end"}}
	tuned := slices.ContainsFunc(fits, func(f *record.Fit) bool { return len(f.Trials) > 0 })
	if tuned {
		g.Head, g.Left = append(g.Head, "chosen parameters"), 6
	}
	outputs := outputsOf(r, label)
	unit := ""
	if r.Metrics[0].Percent {
		unit = " %"
	}
	for _, o := range outputs {
		g.Head = append(g.Head, o+", "+r.Metrics[0].Name+unit)
	}
	g.Head = append(g.Head, "passes", "calls", "CPU s", "wall s", "peak MB", "F(w)", "bound", "gap %")
	for _, f := range fits {
		line := []string{f.Dataset, strconv.Itoa(f.Split), strconv.FormatUint(f.Seed, 10), short(f.Key), end(f)}
		if tuned {
			line = append(line, string(f.Params))
		}
		for _, o := range outputs {
			line = append(line, scored(r, f, o))
		}
		objective, bound, gap := math.NaN(), math.NaN(), math.NaN()
		if f.Audit != nil {
			objective, bound, gap = float64(f.Audit.Objective), float64(f.Audit.Bound), 100*f.Audit.RelativeGap()
		}
		line = append(line, number(float64(f.Passes)), strconv.FormatInt(f.Counts.Calls(), 10), number(float64(f.Times.Fit.CPU)), number(float64(f.Times.Fit.Wall)),
			number(float64(f.Times.Process.Memory)/1e6), number(objective), number(bound), number(gap))
		g.Rows = append(g.Rows, line)
	}
	return g
}

// outputsOf returns the labels of the rows of a learner.
func outputsOf(r *Run, label string) (outputs []string) {
	for _, row := range r.Table.Rows {
		if row.Label == label {
			outputs = append(outputs, row.Output)
		}
	}
	return outputs
}

// scored writes the first metric of an output of f, or why it has none.
func scored(r *Run, f *record.Fit, output string) string {
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Dataset != f.Dataset || e.Split != f.Split || e.Seed != f.Seed || e.Label != f.Label || e.Output != output {
			continue
		}
		v, ok := e.Metrics[r.Metrics[0].Name]
		switch {
		case !ok:
			return string(e.Outcome.Kind)
		case r.Metrics[0].Percent:
			return strconv.FormatFloat(100*v, 'f', 2, 64)
		}
		return number(v)
	}
	return "—"
}

// end says how a fit ended, and why if not well.
func end(f *record.Fit) string {
	switch {
	case !f.Outcome.Good():
		return strings.TrimSuffix(string(f.Outcome.Kind)+": "+f.Outcome.Reason, ": ")
	case f.Ended != "":
		return report.Ending(f.Ended)
	}
	return string(f.Outcome.Kind)
}

// number writes v with four digits, and a dash where there is none.
func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "—"
	}
	return strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "-", "−", 1)
}

package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A learner is all that a run says of the fits of one learner, whose decoders are rows of the table.
type learner struct {
	ID, Label, Name string
	Params          string     // as the suite gives them
	Scores, Effort  *grid.Grid // a line for each fit
	Trials          []trials   // by dataset
	Warnings        []string
	Logs            []log
	Key             []keyPart // of the keys of the fits
}

// A log is the end of what the processes of a fit wrote.
type log struct{ Fit, Text string }

// learners returns those of the suite, in its order.
func learners(r *Run, id string) []*learner {
	last := table.FitsOf(r.Entries, r.Fits)
	var all []*learner
	for i := range r.Suite.Learners {
		spec := &r.Suite.Learners[i]
		l := &learner{ID: learnerID(r, id, spec.Label), Label: spec.Label, Name: spec.Name, Params: string(spec.Args)}
		for _, e := range spec.Exceptions {
			l.Params += ", on " + e.Dataset + " " + string(e.Args)
		}
		var fits []*record.Fit
		for _, p := range last {
			if p.Fit != nil && p.Fit.Label == spec.Label {
				fits = append(fits, p.Fit)
			}
		}
		l.Trials, l.Key = newTrials(fits, r.Metrics[0]), keyParts(fits)
		if len(fits) > 0 {
			l.Scores, l.Effort = scores(r, spec.Label, fits), effort(fits)
		}
		for _, f := range fits {
			for _, w := range slices.Concat(f.Warnings, f.Times.Suspicions) {
				l.Warnings = ordered.Add(l.Warnings, w)
			}
			if lines := r.Logs[f.Key]; len(lines) > 0 {
				l.Logs = append(l.Logs, log{name(f), strings.Join(lines, "\n")})
			}
		}
		l.Warnings, _ = wording.MergeNumbers(l.Warnings)
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
	return fmt.Sprintf("%s, split %d, seed %s", f.Dataset, f.Split, f.Seed)
}

// decodersOf returns the labels of the rows of a learner.
func decodersOf(r *Run, label string) (decoders []string) {
	for _, row := range r.Table.Rows {
		if row.Label == label {
			decoders = append(decoders, row.Decoder)
		}
	}
	return decoders
}

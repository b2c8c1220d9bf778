package page

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A learner is all fits of one learner, whose decoders are rows of the table.
type learner struct {
	ID, Label, Name string
	Params          string // as in the suite
	Warnings        []string

	run  *Run
	fits []*record.Fit
}

// Scores returns a grid with a row per fit; nil without fits. The page has one grid in memory at a
// time.
func (l *learner) Scores() *grid.Grid { return scores(l.run, l.Label, l.fits) }

// Effort likewise returns the cost of each fit.
func (l *learner) Effort() *grid.Grid { return effort(l.Label, l.fits) }

// learners returns the learners in the order of the suite.
func learners(r *Run) []*learner {
	last := table.FitsOf(r.Entries)
	var all []*learner
	for i := range r.Suite.Learners {
		spec := &r.Suite.Learners[i]
		l := &learner{ID: learnerID(r, spec.Label), Label: spec.Label, Name: spec.Name,
			Params: string(spec.Args), run: r}
		for _, e := range spec.Exceptions {
			l.Params += ", on " + e.Dataset + " " + string(e.Args)
		}
		for _, p := range last {
			if p.Recorded() && p.Label == spec.Label {
				l.fits = append(l.fits, p.Fit)
			}
		}
		for _, f := range l.fits {
			for _, w := range slices.Concat(f.Warnings, f.Times.Suspicions) {
				l.Warnings = ordered.Add(l.Warnings, w)
			}
		}
		l.Warnings, _ = wording.MergeNumbers(l.Warnings)
		all = append(all, l)
	}
	return all
}

// learnerID returns the anchor of the details of a learner.
func learnerID(r *Run, label string) string {
	for i := range r.Suite.Learners {
		if r.Suite.Learners[i].Label == label {
			return fmt.Sprintf("learner%d", i+1)
		}
	}
	return ""
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

package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// lengths are the parameters by which a suite sets the length of training.
var lengths = []string{"passes", "iterations"}

// unfinished says why row r was not trained to the end on a dataset; "" if it was. The budget or a time limit ended a fit
// of such a row, or a certificate shows a gap above [wideGap]. The gap assumes that the source trained to convergence: it
// does not count if the suite sets the length of training and the fit had that length.
func (t *Table) unfinished(r int, dataset string, s *suite.Suite) string {
	row := &t.Rows[r]
	fits := row.Effort[slices.Index(t.Datasets, dataset)].Fits
	widest := 0.0
	ends := map[sp.End]int{}
	for i := range fits {
		ends[fits[i].Ended]++
		asSet := fits[i].Ended == sp.EndedByLimit && setsLength(s, row.Label, dataset)
		if gap := float64(fits[i].Gap); !asSet && gap > widest { // and no NaN
			widest = gap
		}
	}
	switch {
	case ends[sp.EndedByBudget] > 0:
		return "the budget cut " + row.Label + " short"
	case ends[sp.EndedByTime] > 0:
		return "the time limit cut " + row.Label + " short"
	case widest > wideGap:
		return fmt.Sprintf("%s has a gap of %s %%", row.Label, wording.Percent(widest))
	}
	return ""
}

// setsLength reports whether the suite sets the length of training of a learner on a dataset.
func setsLength(s *suite.Suite, label, dataset string) bool {
	at := slices.IndexFunc(s.Learners, func(l suite.Learner) bool { return l.Label == label })
	if at < 0 {
		return false
	}
	l := s.Learners[at].On(dataset)
	for _, spec := range append([]suite.Spec{l.Spec}, l.Candidates...) {
		values := members(spec.Args)
		if slices.ContainsFunc(lengths, func(name string) bool { return len(values[name]) > 0 && string(values[name]) != "0" }) {
			return true
		}
	}
	return false
}

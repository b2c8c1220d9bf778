package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// lengths are the parameters that set the length of training.
var lengths = []string{"passes", "iterations"}

// unfinished returns why the training of row r on a dataset did not finish; "" if it did. The
// budget or a time limit ended a fit, or a gap is above [WideGap]. The gap assumes that the paper
// trained to convergence: it does not count if the suite sets the length of training and the fit
// had it.
func unfinished(t *Table, r int, dataset string) string {
	row := &t.Rows[r]
	fits := row.Effort[slices.Index(t.Datasets, dataset)].Fits
	widest := 0.0
	ends := map[sp.End]int{}
	for i := range fits {
		ends[fits[i].Ended]++
		if gap := float64(fits[i].Gap); !fits[i].AsSet && gap > widest { // and no NaN
			widest = gap
		}
	}
	switch {
	case ends[sp.EndedByBudget] > 0:
		return "the budget cut " + row.Label + " short"
	case ends[sp.EndedByTime] > 0:
		return "the time limit cut " + row.Label + " short"
	case widest > WideGap:
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

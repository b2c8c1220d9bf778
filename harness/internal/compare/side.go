package compare

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Side is one of two runs to compare, or the fits of earlier builds in a run.
type Side struct {
	Dir  string
	Plan *plan.File
	Fits []record.Fit // all

	at map[record.Place]*record.Fit // as they stand in its table
}

// NewSide returns the run in dir as a side.
func NewSide(dir string, planned *plan.File, fits []record.Fit) *Side {
	at, _ := record.Current(fits)
	return &Side{dir, planned, fits, at}
}

// Earlier returns the fits of earlier builds in the run, as a side.
func (s *Side) Earlier() (*Side, error) {
	var old []record.Fit
	for i := range s.Fits {
		if now := s.at[s.Fits[i].Place()]; now != nil && now.Key != s.Fits[i].Key {
			old = append(old, s.Fits[i])
		}
	}
	if len(old) == 0 {
		return nil,
			fmt.Errorf("%s has no fits of an earlier build: name the run folder that has them, or edit a learner and run the suite with -rerun", s.Dir)
	}
	return NewSide(s.Dir, s.Plan, old), nil
}

// Rescored is in the warning of [Beside] about rows with other scoring sources.
const Rescored = "were scored by a different spbench and are left out"

// Beside returns the plan and the fits of run after, with the rows of run before as LABEL (before).
// Rows made by the same build in both runs occur once.
func Beside(before, after *Side) (planned *plan.File, fits []record.Fit, warnings []string,
	err error) {
	for _, m := range after.Plan.Suite.AllMetrics() {
		for _, old := range before.Plan.Suite.AllMetrics() {
			if old.Label == m.Label && (old.Name != m.Name || !bytes.Equal(old.Args, m.Args)) {
				return nil, nil, nil, fmt.Errorf("the metric %s is not the same in %s and in %s",
					m.Label, before.Dir, after.Dir)
			}
		}
	}
	fits = slices.Clone(after.Fits)
	rescored := 0
	learners := map[string]bool{} // labels with an earlier build
	copies := map[[2]*record.Fit]int{}
	for _, p := range pair(before, after) {
		switch {
		case len(p.differs) == 0:
			continue
		case slices.Contains(p.differs, "score"):
			rescored++
			continue
		}
		of := [2]*record.Fit{p.before.fit, p.after.fit}
		if _, ok := copies[of]; !ok {
			copies[of] = len(fits)
			was, is := *p.before.fit, p.after.fit
			was.Dataset, was.Label, was.Split, was.Seed, was.Rows = is.Dataset,
				table.Before(is.Label), is.Split, is.Seed, slices.Clone(was.Rows)
			fits = append(fits, was)
			learners[is.Label] = true
		}
		rows := fits[copies[of]].Rows
		for i := range rows {
			if p.before.fit.Rows[i].Label == p.before.decoder {
				rows[i].Label = p.after.decoder
			}
		}
	}
	if rescored > 0 {
		warnings = append(warnings,
			fmt.Sprintf("%d rows of %s %s: run their suite again to score them without refitting", rescored, before.Dir, Rescored))
	}
	for _, label := range slices.Sorted(maps.Keys(after.Plan.Data)) {
		if was := before.Plan.Data[label]; was != "" && was != after.Plan.Data[label] {
			warnings = append(warnings, fmt.Sprintf("%s has another content of dataset %s, and is left "+
				"out on it: its files differ, or Go's decoder of JPEG images (spbench why ROW names the "+
				"version of Go)", before.Dir, label))
		}
	}
	if len(learners) == 0 {
		warnings = append(warnings,
			fmt.Sprintf("no fit in %s has a different build: the table is that of %s alone",
				before.Dir, after.Dir))
	}
	return withEarlier(after.Plan, learners), fits, warnings, nil
}

// withEarlier returns the plan with the earlier build of each of these learners after it.
func withEarlier(planned *plan.File, learners map[string]bool) *plan.File {
	both, s := *planned, *planned.Suite
	s.Learners = nil
	for _, l := range planned.Suite.Learners {
		s.Learners = append(s.Learners, l)
		if learners[l.Label] {
			l.Label = table.Before(l.Label)
			s.Learners = append(s.Learners, l)
		}
	}
	both.Suite = &s
	return &both
}

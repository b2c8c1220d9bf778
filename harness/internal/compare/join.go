package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/table"
)

// Beside returns the plan and the fits of a run, with the rows of earlier builds as LABEL (before).
// Rows made by the same build in both occur once.
func Beside(planned *plan.File, all []record.Fit) (with *plan.File, fits []record.Fit,
	warnings []string, err error) {
	now, _ := record.Current(all)
	var earlier []record.Fit
	for _, f := range all {
		if is := now[f.Place()]; is != nil && is.Key != f.Key {
			earlier = append(earlier, f)
		}
	}
	if len(earlier) == 0 {
		return nil, nil, nil, errors.New(
			"the run has no fits of an earlier build: edit a learner and run the suite with -rerun")
	}
	before, _ := record.Current(earlier)
	fits, learners, rescored := slices.Clone(all), map[string]bool{}, 0
	for i := range earlier {
		was := &earlier[i]
		is, copied, differs := now[was.Place()], *was, false
		if before[was.Place()] != was { // it is stale, or there is a later one
			continue
		}
		copied.Label, copied.Rows = table.Before(was.Label), nil
		if len(was.Rows) == 0 { // it failed
			differs, _ = madeBy(was, is, nil, nil)
		}
		for _, old := range was.Rows {
			switch build, score := madeBy(was, is, &old, row(is, old.Label)); {
			case score:
				rescored++
			case build:
				copied.Rows, differs = append(copied.Rows, old), true
			}
		}
		if differs {
			fits, learners[is.Label] = append(fits, copied), true
		}
	}
	if rescored > 0 {
		warnings = append(warnings, fmt.Sprintf("%d rows of earlier builds were scored by a different "+
			"spbench and are left out", rescored))
	}
	if len(learners) == 0 {
		warnings = append(warnings, "no fit has a different build")
	}
	return withEarlier(planned, learners), fits, warnings, nil
}

// row returns the recorded row of a decoder; nil if the fit has none.
func row(f *record.Fit, decoder string) *record.Row {
	i := slices.IndexFunc(f.Rows, func(r record.Row) bool { return r.Label == decoder })
	if i < 0 {
		return nil
	}
	return &f.Rows[i]
}

// madeBy reports whether different builds of the learner or of spbench made two fits, and whether
// different sources scored their rows.
func madeBy(was, is *record.Fit, old, now *record.Row) (build, score bool) {
	for _, part := range plan.Differing(was.Identity, is.Identity) {
		source := record.SourceOf(part)
		build, score = build || source == "build" || source == "harness", score || source == "score"
	}
	if old == nil || now == nil || old.Score == now.Score {
		return build, score
	}
	parts, common := record.ParseScore(now.Score), false
	for part, hash := range record.ParseScore(old.Score) {
		if parts[part] == "" { // such as a metric of one row alone
			continue
		}
		common = true
		if !strings.HasPrefix(part, "predict:") { // the build of the learner
			score = score || parts[part] != hash
		}
	}
	return build, score || !common // a row of an older build has one part of its own
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

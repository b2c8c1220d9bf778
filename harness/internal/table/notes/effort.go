package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// effort explains the columns of effort.
func effort(t *writer) {
	text := "CPU seconds, passes (visits / instances), oracle calls: medians over fits"
	if len(t.Datasets) > 1 {
		text += ", largest over datasets (of passes and convergence also the least)"
	}
	if t.HasGap() {
		text += "; gap: (F − lower bound)/|F| of the training objective F, largest over fits; —: no bound"
	} else {
		text += "; no fit has a gap"
	}
	if t.AnyEffort(func(e *table.Effort) bool { return e.TuneCPU > 0 }) {
		text += "; tune: CPU seconds of the tuning trials, not part of the others"
	}
	if t.UnequalEffort(func(e *table.Effort) record.Number { return e.Converged }) {
		text += "; conv.: fits that ended by a criterion of their own"
	}
	t.note("%s.", text)
}

// partialData lists the learners with only some of the training instances.
func partialData(t *writer) {
	before := len(t.Notes)
	for _, dataset := range t.Datasets {
		var learners ordered.Groups[string] // by number of instances
		for _, row := range t.Rows {
			fits := slices.DeleteFunc(t.entriesOn(dataset), func(e *table.Entry) bool {
				return e.Label != row.Label || e.LearnedFrom() == 0
			})
			if len(fits) == 0 {
				continue
			}
			text := span(fits, (*table.Entry).LearnedFrom, "of") + " " +
				span(fits, func(e *table.Entry) int { return e.Train + e.Boxes + e.Partial },
					"instances")
			learners.Add(text, row.Label)
		}
		for text, labels := range learners.All() {
			t.note("%s: learned from only %s, as the others have unknown labels: %s.",
				dataset, text, strings.Join(labels, ", "))
		}
	}
	if n := len(t.Notes); n > before {
		t.Notes[n-1] += " A learner with the parameter kappa uses them all with kappa: 1. Tests and marks compare only rows that learned from the same instances; passes count these."
	}
}

// RemoteCalls warns of seconds that include messages. %s are the learners whose oracle calls the
// harness made.
const RemoteCalls = "The harness answered the oracle calls of %s by messages; other learners call oracles in their own process. Compare seconds only within each of the two groups. Each call by message counts as a visit, unless it continues with the same instance."

// cutShort lists the learners that the budget or the time limit ended.
func cutShort(t *writer) {
	var parts []string
	for _, way := range []struct {
		end  sp.End
		text string
	}{
		{sp.EndedByBudget, "Cut short by the budget: "}, {sp.EndedByTime, "Stopped at the time limit: "},
	} {
		such := func(f *table.FitEnd) bool { return f.Ended == way.end }
		if who := t.learnersWith(such, nil); who != nil {
			parts = append(parts, way.text+joined(who)+".")
		}
	}
	if parts != nil {
		t.note("%s", strings.Join(parts, " "))
	}
}

func wideGap(f table.FitEnd) bool { return f.Gap > table.WideGap }

// wideGaps lists the learners far from the optimum of their objective.
func wideGaps(t *writer) {
	wide := t.learnersWith(func(f *table.FitEnd) bool { return wideGap(*f) },
		func(e *table.Effort) string { return wording.Percent(e.Gap) + " %" })
	t.list("Far from the optimum of the training objective (gap above "+
		wording.Percent(table.WideGap)+" %%): %s.", wide)
}

// learnersWith lists the learners with such fits. It names datasets unless the fits on all datasets
// are such, or if there is a remark on them.
func (t *writer) learnersWith(such func(*table.FitEnd) bool,
	remark func(*table.Effort) string) (learners []string) {
	for r, row := range t.Rows {
		if r > 0 && t.Rows[r-1].Label == row.Label {
			continue // another decoder of the same fits
		}
		var where []string
		all := remark == nil
		for d, e := range row.Effort {
			n, text := countFits(&e, such, remark)
			if n > 0 {
				where = append(where, t.Datasets[d]+text)
			}
			all = all && n == len(e.Fits)
		}
		switch {
		case len(where) == 0:
		case all:
			learners = append(learners, row.Label)
		default:
			learners = append(learners, row.Label+" on "+wording.And(where))
		}
	}
	return learners
}

// countFits counts such fits. text holds, in parentheses, the remark, and the count unless all fits
// are such.
func countFits(e *table.Effort, such func(*table.FitEnd) bool,
	remark func(*table.Effort) string) (n int, text string) {
	for _, f := range e.Fits {
		if such(&f) {
			n++
		}
	}
	var parts []string
	if remark != nil && n > 0 {
		parts = append(parts, remark(e))
	}
	if n < len(e.Fits) {
		parts = append(parts, fmt.Sprintf("%d of %d fits", n, len(e.Fits)))
	}
	if len(parts) > 0 {
		text = " (" + strings.Join(parts, ", ") + ")"
	}
	return n, text
}

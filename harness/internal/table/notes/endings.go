package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// cutShort lists the learners that the budget or the time limit ended.
func cutShort(t *table.Table) []Note {
	var parts []string
	for _, way := range []struct {
		end  sp.End
		text string
	}{
		{sp.EndedByBudget, "Cut short by the budget: "}, {sp.EndedByTime, "Stopped at the time limit: "},
	} {
		such := func(f *table.FitEnd) bool { return f.Ended == way.end }
		if who := learnersWith(t, such, nil); who != nil {
			parts = append(parts, way.text+joined(who)+".")
		}
	}
	if parts == nil {
		return nil
	}
	return []Note{strings.Join(parts, " ")}
}

func wideGap(f table.FitEnd) bool { return f.Gap > table.WideGap }

// wideGaps lists the learners far from the optimum of their objective.
func wideGaps(t *table.Table) []Note {
	wide := learnersWith(t, func(f *table.FitEnd) bool { return wideGap(*f) },
		func(e *table.Effort) string { return wording.Percent(e.Gap) + " %" })
	if wide == nil {
		return nil
	}
	return note("Far from the optimum of the training objective (gap above %s %%): %s.",
		wording.Percent(table.WideGap), joined(wide))
}

// learnersWith lists the learners with such fits. It names datasets unless the fits on all datasets
// are such, or if there is a remark on them.
func learnersWith(t *table.Table, such func(*table.FitEnd) bool,
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

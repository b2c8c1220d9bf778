package table

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// endings are the ways in which fits end, as record.Fit.Ended names them, worded.
var endings = []struct {
	ended sp.End
	words string
}{
	{sp.Converged, "Converged"},
	{sp.Stalled, "Stalled"},
	{sp.StoppedChanging, "Stopped changing"},
	{sp.EndedByLimit, "Ended at a limit of their own"},
	{sp.EndedByBudget, "Cut short by the budget"},
	{sp.EndedByTime, "Stopped at the time limit"},
}

// Ending words how a fit ended.
func Ending(e sp.End) string {
	for _, ending := range endings {
		if ending.ended == e {
			return ending.words
		}
	}
	return string(e)
}

// noteEnds says which learners converged and which were stopped, by what, and
// which are far from the optimum of what they minimise.
func (t *Table) noteEnds() {
	var parts []string
	for _, ending := range endings {
		if who := t.whose(func(f *FitEnd) bool { return f.Ended == ending.ended }, nil); who != "" {
			parts = append(parts, ending.words+": "+who+".")
		}
	}
	if len(parts) > 0 {
		t.note("%s", strings.Join(parts, " "))
	}
	wide := t.whose(func(f *FitEnd) bool { return f.Gap > wideGap }, func(e *Effort) string { return wording.Percent(float64(e.Gap)) + " %" })
	if wide != "" {
		t.caution("Far from the optimum of what they minimise (gap above %s %%): %s.", wording.Percent(wideGap), wide)
	}
	unaudited := t.whose(func(f *FitEnd) bool { return finite(float64(f.Bound)) && !finite(float64(f.Objective)) }, nil)
	if unaudited != "" && t.hasGap() {
		t.note("No gap, as the objective cannot be audited: %s.", unaudited)
	}
	missed := t.whose(func(f *FitEnd) bool { return f.MissedMaxima > 0 }, func(e *Effort) string {
		most := 0.0
		for i := range e.Fits {
			most = max(most, float64(e.Fits[i].MissedMaxima))
		}
		return fmt.Sprintf("up to %.0f in a fit", most)
	})
	if missed != "" {
		t.note("Visits that made no step, as neither what the approximate oracle found nor what it had found before was better: %s.", missed)
	}
}

// whose names the learners that have such fits, with the datasets where these are
// not all that it ran on or something is to be said of them.
func (t *Table) whose(such func(*FitEnd) bool, say func(*Effort) string) string {
	var learners []string
	for r, row := range t.Rows {
		if r > 0 && t.Rows[r-1].Label == row.Label {
			continue // another decoder of the same fits
		}
		var where []string
		all := say == nil
		for d := range row.Effort {
			n, remark := row.Effort[d].count(such, say)
			if n > 0 {
				where = append(where, t.Datasets[d]+remark)
			}
			all = all && n == len(row.Effort[d].Fits)
		}
		switch {
		case len(where) == 0:
		case all:
			learners = append(learners, row.Label)
		default:
			learners = append(learners, row.Label+" on "+wording.And(where))
		}
	}
	return strings.Join(learners, ", ")
}

// count returns the number of such fits, and in parentheses what is to be said of
// them and how many they are, where they are not all.
func (e *Effort) count(such func(*FitEnd) bool, say func(*Effort) string) (n int, remark string) {
	for i := range e.Fits {
		if such(&e.Fits[i]) {
			n++
		}
	}
	var parts []string
	if say != nil {
		parts = append(parts, say(e))
	}
	if n < len(e.Fits) {
		parts = append(parts, fmt.Sprintf("%d of %d fits", n, len(e.Fits)))
	}
	if len(parts) > 0 {
		remark = " (" + strings.Join(parts, ", ") + ")"
	}
	return n, remark
}

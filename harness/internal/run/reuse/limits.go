package reuse

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// sameAnywhere reports whether a recorded fit may be reused from a run that the user did not name.
// Failures may be due to the other run, and an end by a budget of seconds to another machine.
func sameAnywhere(f *plan.Fit, rec *record.Fit) bool {
	b := f.Budget()
	bySeconds := (b.Seconds > 0 || b.CPUSeconds > 0) && rec.Times.Machine != fit.Machine()
	return allOutcomes(
		rec,
		func(o record.Outcome) bool { return fit.Complete(o) && !(bySeconds && o.Kind == record.Budget) },
	)
}

// allOutcomes reports whether is holds for the outcomes of a fit, its trials and its rows.
func allOutcomes(rec *record.Fit, is func(record.Outcome) bool) bool {
	return is(rec.Outcome) &&
		!slices.ContainsFunc(rec.Trials, func(t record.Trial) bool { return !is(t.Outcome) }) &&
		!slices.ContainsFunc(rec.Rows, func(row record.Row) bool { return !is(row.Outcome) })
}

// SameUnder reports whether rec, a fit under other limits, would be the same under those of f: they
// are at least as wide, there are as many threads, and nothing was cut short.
func SameUnder(f *plan.Fit, rec *record.Fit) bool {
	var was suite.Limits
	if json.Unmarshal([]byte(rec.Identity["limits"]), &was) != nil {
		return false
	}
	is := f.Plan.Suite.Limits
	wider := func(was, is int64) bool { return is == 0 || was > 0 && is >= was }
	processes := func(l suite.Limits) int {
		return cmp.Or(l.Processes, limit.DefaultProcesses(l.Threads))
	}
	files := func(l suite.Limits) int { return cmp.Or(l.Files, limit.DefaultFiles) }
	return wider(int64(f.TimeoutUnder(was)), int64(f.TimeoutUnder(is))) &&
		wider(was.Memory, is.Memory) &&
		processes(is) >= processes(was) &&
		files(is) >= files(was) &&
		max(was.Threads, 1) == max(is.Threads, 1) &&
		allOutcomes(rec, fit.Complete)
}

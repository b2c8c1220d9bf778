package run

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// unasked reports whether an outcome of f may be taken over from a run that nobody named: not where something failed
// that another try may be spared, nor where seconds ended it, or a trial of it, on another machine.
func (w *wanted) unasked(f *Fit, rec *record.Fit) bool {
	b := f.budget()
	bySeconds := (b.Seconds > 0 || b.CPUSeconds > 0) && rec.Times.Machine != thisMachine()
	return every(rec, func(o record.Outcome) bool { return byItself(o) && !(bySeconds && o.Kind == record.Budget) })
}

var thisMachine = sync.OnceValue(machine)

// byItself reports whether an outcome was neither cut short nor failed: it would be the same another time, under wider
// limits too.
func byItself(o record.Outcome) bool {
	return o.Good() || o.Kind == record.Skipped || o.Kind == record.Diverged
}

// every reports whether all outcomes of a fit, of its trials and of its rows, are such.
func every(rec *record.Fit, is func(record.Outcome) bool) bool {
	return is(rec.Outcome) &&
		!slices.ContainsFunc(rec.Trials, func(t record.Trial) bool { return !is(t.Outcome) }) &&
		!slices.ContainsFunc(rec.Rows, func(row record.Row) bool { return !is(row.Outcome) })
}

// keeps reports whether rec, an outcome of f under other limits, would have come out the same under those of f: they
// are at least as wide, threads are as many, and nothing of it was cut short.
func (f *Fit) keeps(rec *record.Fit) bool {
	var was suite.Limits
	if json.Unmarshal([]byte(rec.Identity["limits"]), &was) != nil {
		return false
	}
	is := f.plan.Suite.Limits
	wider := func(was, is int64) bool { return is == 0 || was > 0 && is >= was }
	processes := func(l suite.Limits) int { return cmp.Or(l.Processes, limit.DefaultProcesses(l.Threads)) }
	files := func(l suite.Limits) int { return cmp.Or(l.Files, limit.DefaultFiles) }
	return wider(int64(f.under(was).limit()), int64(f.limit())) && wider(was.Memory, is.Memory) &&
		processes(is) >= processes(was) && files(is) >= files(was) &&
		max(was.Threads, 1) == max(is.Threads, 1) && every(rec, byItself)
}

// under returns f in a plan with such limits.
func (f *Fit) under(l suite.Limits) *Fit {
	other, family, plan, s := *f, *f.Family, *f.plan, *f.plan.Suite
	s.Limits = l
	plan.Suite, family.plan, other.Family = &s, &plan, &family
	return &other
}

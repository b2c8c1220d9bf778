package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
)

// A job is the planned fits with one key. They differ only in their labels. The first one is
// fitted; the others reuse its record.
type job struct {
	fits []*plan.Fit
	from *record.Fit // an old record to score again; nil: none
}

// A schedule lists the work left until the store has every planned fit.
type schedule struct {
	jobs    []job
	byKey   map[string]int // jobs that begin with a fit
	lines   []record.Fit   // old records under a new label or mark
	changed reuse.Stale
	scored  int // fits to score again
}

// schedule returns the remaining jobs, in the order of the plan. It writes records at once if they
// only need a new label or mark.
func (r *runner) schedule() (jobs []job, err error) {
	own, warnings, err := r.store.Load()
	if err != nil {
		return nil, err
	}
	for _, w := range slices.Concat(r.store.Warnings(), warnings) {
		r.note("warning: " + w)
	}
	importer := &reuse.Importer{
		Plan: r.Plan, Store: r.store, From: r.From, Others: r.Others, Rerun: r.Rerun, Retry: r.Retry,
		Lease: r.lease, Note: r.note,
	}
	imported, err := importer.Import(own)
	if err != nil {
		return nil, err
	}
	r.ended, r.imported = map[string]bool{}, map[string]bool{}
	for _, f := range imported {
		r.imported[f.Key] = true
	}
	finished := reuse.Find(append(own, imported...))
	shipped, err := r.takeShipped(finished)
	if err == nil && r.Declare != nil {
		err = r.Declare()
	}
	if err != nil {
		return nil, err
	}
	s := &schedule{byKey: map[string]int{}}
	for _, f := range r.Fits {
		old := cmp.Or(shipped[f], finished.Of(f, !r.Rerun))
		switch {
		case old != nil && old.Times.Shipped != "":
			if err := r.addShipped(s, f, old); err != nil {
				return nil, err
			}
		case old == nil, r.Retry && old.Outcome.Failed(), reuse.LostCurve(f, old):
			s.addFit(f)
		case r.Mine != nil && !r.Mine(f) && !r.imported[f.Key]:
			r.summary.Fits-- // another process looks after it
		default:
			r.addFinished(s, f, old)
			r.ended[f.Key] = old.Outcome.Kind != record.Crash
		}
	}
	r.done = r.summary.Before
	if err := r.report(s); err != nil {
		return nil, err
	}
	for _, rec := range s.lines {
		if err := r.store.Append(0, rec); err != nil {
			return nil, err
		}
		delete(r.leases.held, rec.Key)
	}
	return s.jobs, nil
}

// addFit schedules f, beside a fit with the same key if there is one.
func (s *schedule) addFit(f *plan.Fit) {
	if i, ok := s.byKey[f.Key]; ok {
		s.jobs[i].fits = append(s.jobs[i].fits, f)
		return
	}
	s.byKey[f.Key] = len(s.jobs)
	s.jobs = append(s.jobs, job{fits: []*plan.Fit{f}})
}

// addFinished schedules the remaining work for f with an old record.
func (r *runner) addFinished(s *schedule, f *plan.Fit, old *record.Fit) {
	s.changed.Add(f, old)
	rec, complete := r.rules.Relabel(f, old)
	hasWeights := r.store.HasWeights(old)
	if complete && hasWeights {
		r.addLine(s, &rec, old)
		return
	}
	if !hasWeights || old.WeightsFile == "" {
		r.note(fmt.Sprintf("warning: %s: fitted again, since its weights are missing or damaged", f))
		s.addFit(f)
		return
	}
	s.scored++
	one := *old // without the list that it is in
	s.jobs = append(s.jobs, job{fits: []*plan.Fit{f}, from: &one})
}

// addLine schedules rec, an old record with the labels and marks of a planned fit.
func (r *runner) addLine(s *schedule, rec, old *record.Fit) {
	if r.imported[old.Key] || !reuse.SameLine(rec, old) {
		s.lines = append(s.lines, *rec)
	}
	r.summary.Before++
	if failed(rec) {
		r.summary.Failed++
	}
}

// report notes the schedule. It returns an error if the user has to decide about stale fits.
func (r *runner) report(s *schedule) error {
	if s.scored > 0 {
		r.note(
			fmt.Sprintf(
				"%d fits are scored again, not fitted: spbench has changed how it decodes or measures, more "+
					"is asked for, or files are missing or damaged",
				s.scored,
			),
		)
	}
	if s.changed.None() {
		return nil
	}
	if r.Keep {
		r.note("warning: keeping results by other sources of " + s.changed.String())
		return nil
	}
	return s.changed.Undecided(r.store.Dir())
}

// Left returns the keys of the planned fits left to do: the store has no record in their place or,
// with Retry, a failed one. With Keep, a stale record counts once it has its mark. The
// error wraps [reuse.ErrChanged] if there are stale records and the user has not decided.
func Left(p *plan.Plan, store *record.Store, o Options) (map[string]bool, error) {
	fits, _, err := store.Load()
	if err != nil {
		return nil, err
	}
	finished := reuse.Find(fits)
	left, changed := map[string]bool{}, reuse.Stale{}
	for _, f := range p.Fits {
		old := finished.InPlace(f, !o.Rerun)
		switch {
		case old == nil, o.Retry && old.Outcome.Failed():
			left[f.Key] = true
		case old.Key != f.Key && old.Times.Shipped == "":
			changed.Add(f, old)
			if !maps.Equal(old.Kept, reuse.Mark(f, old)) {
				left[f.Key] = true
			}
		}
	}
	if !changed.None() && !o.Keep {
		return nil, changed.Undecided(store.Dir())
	}
	return left, nil
}

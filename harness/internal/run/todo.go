package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
)

// A job is planned fits with one key, which differ in their labels alone: the first
// is fitted, the others take over its outcome.
type job struct {
	fits []*Fit
	from *record.Fit // an outcome of earlier to be scored again; nil: there is none
}

// An agenda is what is to be done so that the store holds every planned fit.
type agenda struct {
	jobs    []job
	at      map[string]int // jobs that begin with a fit, by its key
	lines   []record.Fit   // outcomes of earlier under another label or mark
	changed map[string]int // fits of other builds, by what has changed
	scored  int            // fits to be scored again
}

// todo returns the jobs that are left, in the order of the plan. Outcomes that only
// need another label or mark get their line at once.
func (r *run) todo() (jobs []job, err error) {
	own, warnings, err := r.store.Load()
	if err != nil {
		return nil, err
	}
	for _, w := range slices.Concat(r.store.Warnings(), warnings) {
		r.observe(Event{Kind: Note, Text: "warning: " + w})
	}
	r.ended = map[string]bool{}
	taken, err := r.takeOver(own)
	if err != nil {
		return nil, err
	}
	r.taken = map[string]bool{}
	for _, f := range taken {
		r.taken[f.Key] = true
	}
	past := newFound(append(own, taken...))
	a := &agenda{at: map[string]int{}, changed: map[string]int{}}
	for _, f := range r.Fits {
		old := past.of(f, !r.Rerun)
		switch {
		case old == nil, r.Retry && old.Outcome.Failed(), lostCurve(f, old):
			a.fit(f)
		case r.Mine != nil && !r.Mine(f) && !r.taken[f.Key]:
			r.summary.Fits-- // another process looks after it
		default:
			r.reuse(a, f, old)
			r.ended[f.Key] = old.Outcome.Kind != record.Crash
		}
	}
	r.done = r.summary.Before
	if err := r.report(a); err != nil {
		return nil, err
	}
	for _, rec := range a.lines {
		if err := r.store.Append(0, rec); err != nil {
			return nil, err
		}
		r.written[at{rec.Key, rec.Place()}] = true
		delete(r.held, rec.Key)
	}
	return a.jobs, nil
}

// fit puts f on the agenda, beside one with the same key if there is one.
func (a *agenda) fit(f *Fit) {
	if i, ok := a.at[f.Key]; ok {
		a.jobs[i].fits = append(a.jobs[i].fits, f)
		return
	}
	a.at[f.Key] = len(a.jobs)
	a.jobs = append(a.jobs, job{fits: []*Fit{f}})
}

// reuse puts on the agenda what is to be done with an outcome of earlier.
func (r *run) reuse(a *agenda, f *Fit, old *record.Fit) {
	if what := changedSince(f, old); what != "" {
		a.changed[what]++
	}
	rec, complete := r.adopt(f, old)
	if complete {
		if r.taken[old.Key] || !sameLine(&rec, old) {
			a.lines = append(a.lines, rec)
		}
		r.summary.Before++
		r.count(&rec)
		return
	}
	if _, err := record.Weights(r.store.Dir(), old.WeightsFile); err != nil {
		r.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: fitted again, as it cannot be scored again: %v", f, err)})
		a.fit(f)
		return
	}
	a.scored++
	one := *old // not the whole list with it
	a.jobs = append(a.jobs, job{[]*Fit{f}, &one})
}

// otherSources returns the parts of an identity with hashes of sources that f and old differ in,
// those of a learner and of spbench as a whole first.
func otherSources(f *Fit, old *record.Fit) (parts []string) {
	if f.Key == old.Key {
		return nil
	}
	now := f.made
	if now == nil {
		now = f.identity
	}
	for _, part := range Differing(old.Identity, now) {
		if record.SourceOf(part) != "" {
			parts = append(parts, part)
		}
	}
	slices.SortStableFunc(parts, func(a, b string) int { return cmp.Compare(strings.Count(a, ":"), strings.Count(b, ":")) })
	return parts
}

// changedSince names the sources that have changed since a fit; "" for none.
func changedSince(f *Fit, old *record.Fit) string {
	parts := otherSources(f, old)
	if len(parts) == 0 {
		return ""
	}
	switch part := parts[0]; {
	case part == build:
		return f.Learner.Name
	case part == harness:
		return "spbench"
	case part == score:
		return "spbench's scores, on which tuning or a curve rests"
	case record.SourceOf(part) == score:
		return strings.Replace(part, ":", " ", 1) + ", on which tuning or a curve rests"
	default:
		return strings.Replace(part, ":", " ", 1)
	}
}

// report says what is on the agenda, or why it cannot be followed: because of fits
// of other builds that nobody said what to do with.
func (r *run) report(a *agenda) error {
	if a.scored > 0 {
		r.observe(Event{Kind: Note, Text: fmt.Sprintf("%d fits are scored again and not fitted again: spbench decodes or measures differently since, or more is asked for", a.scored)})
	}
	if len(a.changed) == 0 {
		return nil
	}
	if r.Keep {
		r.observe(Event{Kind: Note, Text: "warning: keeping results of other builds of " + counted(a.changed)})
		return nil
	}
	return errChanged(a.changed)
}

// counted lists what has changed, with how many fits it is of.
func counted(changed map[string]int) string {
	var names []string
	for name, n := range changed {
		names = append(names, fmt.Sprintf("%s (%d fits)", name, n))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// errChanged says what is to be decided where fits are of other builds.
func errChanged(changed map[string]int) error {
	return fmt.Errorf("%s: %w: -rerun fits them again, -keep leaves them as they are, with a mark", counted(changed), ErrChanged)
}

// found are the outcomes in a store.
type found struct {
	exact, bySlot          map[at]*record.Fit
	anywhere, slotAnywhere map[string]*record.Fit
}

// at is a key, or a slot, in its place.
type at struct {
	hash  string
	place record.Place
}

func newFound(fits []record.Fit) *found {
	o := &found{map[at]*record.Fit{}, map[at]*record.Fit{}, map[string]*record.Fit{}, map[string]*record.Fit{}}
	for i := range fits {
		f := &fits[i]
		hash, place := f.KeyWithoutSources(), f.Place()
		last(o.exact, at{f.Key, place}, f)
		last(o.bySlot, at{hash, place}, f)
		last(o.anywhere, f.Key, f)
		last(o.slotAnywhere, hash, f)
	}
	return o
}

// last keeps f under the key unless one that was appended later is there.
func last[K comparable](m map[K]*record.Fit, key K, f *record.Fit) {
	if old := m[key]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
		m[key] = f
	}
}

// of returns the outcome of f, if there is none in its place then that of the same
// fit with another label, and if otherBuilds then that of another build; nil if there
// is none.
func (o *found) of(f *Fit, otherBuilds bool) *record.Fit {
	for _, rec := range []*record.Fit{o.exact[at{f.Key, f.place()}], o.anywhere[f.Key]} {
		if rec != nil {
			return rec
		}
	}
	if !otherBuilds {
		return nil
	}
	hash := record.KeyWithoutSources(f.Identity())
	if rec := o.bySlot[at{hash, f.place()}]; rec != nil {
		return rec
	}
	return o.slotAnywhere[hash]
}

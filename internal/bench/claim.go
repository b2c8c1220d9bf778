package bench

import (
	"cmp"
	"maps"
	"slices"

	"github.com/spbench/spbench/internal/record"
)

// Claims divide the fits of a run among the processes that are at it, by their keys. A [record.Store] does.
type Claims interface {
	Claim(key string) (mine bool, err error) // false: another process is at it, or has done it
	Release(key string) error                // gives back what was claimed and is not done
}

// claim reports whether the fit with that key is for this process, which then holds it until it is recorded.
func (r *run) claim(key string) (mine bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Claims == nil || r.held[key] {
		return true, nil
	}
	if mine, err = r.Claims.Claim(key); err != nil {
		return false, err
	}
	r.held[key], r.elsewhere[key] = mine, !mine
	return mine, nil
}

// giveBack releases what is claimed and not recorded, for others to do. No worker runs.
func (r *run) giveBack() (err error) {
	for _, key := range slices.Sorted(maps.Keys(r.held)) {
		if r.held[key] {
			err = cmp.Or(err, r.Claims.Release(key))
		}
	}
	return err
}

// more returns the jobs of further fits; none where there are none.
func (r *run) more() (jobs []job, err error) {
	for r.More != nil && len(jobs) == 0 && err == nil {
		var fits []*Fit
		fits, err = r.More()
		for _, f := range fits {
			r.held[f.Key] = true
		}
		if len(fits) == 0 || err != nil {
			return nil, err
		}
		r.summary.Fits += len(fits)
		jobs, err = r.agendaOf(fits)
	}
	return jobs, err
}

// agendaOf returns the jobs that are left of fits of which the store has nothing. Only for those that other run folders have are records read.
func (r *run) agendaOf(fits []*Fit) (jobs []job, err error) {
	if r.offered == nil {
		r.offered = r.offers()
	}
	whole, a := r.Fits, &agenda{at: map[string]int{}}
	r.Fits = nil
	for _, f := range fits {
		if r.offered[f.Key] || r.offered[withoutLimits(f.Identity)] {
			r.Fits = append(r.Fits, f)
		} else {
			a.fit(f)
		}
	}
	if len(r.Fits) > 0 {
		jobs, err = r.todo()
	}
	r.Fits = append(whole, fits...)
	return append(jobs, a.jobs...), err
}

// offers returns of which fits there are outcomes in other run folders, by their keys and by their identities without limits.
func (r *run) offers() map[string]bool {
	known := map[string]bool{}
	for _, dir := range slices.Concat(r.From, r.Others) {
		if record.SameFolder(dir, r.store.Dir()) {
			continue
		}
		_ = record.Heads(dir, func(h *record.Head, _ func() (record.Fit, error)) error { // what cannot be read was told of before
			known[h.Key], known[withoutLimits(h.Identity)] = true, true
			return nil
		})
	}
	return known
}

// Left returns the keys of the planned fits that are to be done: of which the store has no outcome by this build in their place, or, with
// Retry, a failure; with Keep one by another build does, once it has its mark. The error wraps [ErrChanged] where there are such, and nobody has said what to do with them.
func (p *Plan) Left(store *record.Store, o RunOptions) (map[string]bool, error) {
	index, err := record.OpenIndex(store.Dir())
	if err != nil {
		return nil, err
	}
	stubs := index.Stubs()
	there := make(map[at]*record.Stub, len(stubs))
	for i := range stubs {
		there[at{stubs[i].Key, stubs[i].Place}] = &stubs[i]
	}
	others := map[at]*record.Stub{} // by slot, the last
	for i := range stubs {
		s := &stubs[i]
		if slot := (at{s.Slot, s.Place}); others[slot] == nil || !s.Appended.Before(others[slot].Appended) {
			others[slot] = s
		}
	}
	left, changed := map[string]bool{}, map[string]int{}
	for _, f := range p.Fits {
		s := there[at{f.Key, f.place()}]
		if s == nil && !o.Rerun && len(stubs) > 0 {
			s = others[at{record.Slot(f.Identity), f.place()}]
		}
		switch {
		case s == nil, o.Retry && index.Fit(s).Outcome.Failed():
			left[f.Key] = true
		case s.Key != f.Key:
			old := &record.Fit{Identity: s.Built}
			changed[changedSince(f, old)]++
			left[f.Key] = !maps.Equal(s.Kept, keptAgainst(f, old))
		}
	}
	maps.DeleteFunc(left, func(_ string, is bool) bool { return !is })
	if len(changed) > 0 && !o.Keep {
		return nil, errChanged(changed)
	}
	return left, nil
}

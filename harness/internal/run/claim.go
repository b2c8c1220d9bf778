package run

import (
	"cmp"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
)

// claim reports whether the fit with that key is for this process, which then holds it until it is recorded.
func (r *run) claim(key string) (mine bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.Lease || r.held[key] {
		return true, nil
	}
	if mine, err = r.store.Leases().Take(key); err != nil {
		return false, err
	}
	switch {
	case mine && r.elsewhere[key]:
		r.summary.Fits += r.rows[key]
	case !mine && !r.elsewhere[key]:
		r.summary.Fits -= r.rows[key]
	}
	r.held[key], r.elsewhere[key] = mine, !mine
	return mine, nil
}

// giveBack releases what is claimed and not recorded, for others to do. No worker runs.
func (r *run) giveBack() (err error) {
	for _, key := range slices.Sorted(maps.Keys(r.held)) {
		if r.held[key] {
			err = cmp.Or(err, r.store.Leases().Release(key))
		}
	}
	return err
}

// givenBack returns the jobs that another process had and has given back.
func (r *run) givenBack(jobs []job) ([]job, error) {
	if !r.Lease {
		return nil, nil
	}
	claims, err := r.store.Leases().All()
	return slices.DeleteFunc(jobs, func(j job) bool { return !r.elsewhere[j.fits[0].Key] || claims[j.fits[0].Key] }), err
}

// Left returns the keys of the planned fits that are to be done: of which the store has no outcome by this build in their place, or, with
// Retry, a failure; with Keep one by another build does, once it has its mark. The error wraps [ErrChanged] where there are such, and nobody has said what to do with them.
func (p *Plan) Left(store *record.Store, o RunOptions) (map[string]bool, error) {
	fits, _, err := store.Load()
	if err != nil {
		return nil, err
	}
	past := newFound(fits)
	left, changed := map[string]bool{}, map[string]int{}
	for _, f := range p.Fits {
		old := past.exact[at{f.Key, f.place()}]
		if old == nil && !o.Rerun {
			old = past.bySlot[at{record.KeyWithoutSources(f.Identity()), f.place()}]
		}
		switch {
		case old == nil, o.Retry && old.Outcome.Failed():
			left[f.Key] = true
		case old.Key != f.Key:
			changed[changedSince(f, old)]++
			if !maps.Equal(old.Kept, keptAgainst(f, old)) {
				left[f.Key] = true
			}
		}
	}
	if len(changed) > 0 && !o.Keep {
		return nil, errChanged(changed)
	}
	return left, nil
}

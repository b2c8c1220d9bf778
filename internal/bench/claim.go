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
	if r.More == nil {
		return nil, nil
	}
	if !r.looked {
		r.looked = true
		if jobs, err = r.takeMore(); len(jobs) > 0 || err != nil {
			return jobs, err
		}
	}
	fits, err := r.hold(nil)
	a := &agenda{at: map[string]int{}}
	for _, f := range fits {
		a.fit(f)
	}
	r.Fits = append(r.Fits, fits...)
	return a.jobs, err
}

// hold returns further fits, which this process has claimed.
func (r *run) hold(free func(*Fit) bool) ([]*Fit, error) {
	fits, err := r.More(free)
	for _, f := range fits {
		r.held[f.Key] = true
	}
	r.summary.Fits += len(fits)
	return fits, err
}

// takeMore takes over what other run folders have of further fits, all at once, as that costs next to nothing, and returns the jobs of those that are only to be scored again.
// What turns out to be no good is given back.
func (r *run) takeMore() (jobs []job, err error) {
	offered := r.offers()
	if len(offered) == 0 {
		return nil, nil
	}
	fits, err := r.hold(func(f *Fit) bool { return offered[f.Key] || offered[withoutLimits(f.Identity())] })
	if len(fits) == 0 || err != nil {
		return nil, err
	}
	own := r.Fits
	r.Fits = fits
	todo, err := r.todo()
	if err != nil {
		return nil, err
	}
	no := map[*Fit]bool{}
	for _, j := range todo {
		if j.from != nil {
			jobs = append(jobs, j)
			continue
		}
		for _, f := range j.fits {
			no[f] = true
		}
		delete(r.held, j.fits[0].Key)
		err = cmp.Or(err, r.Claims.Release(j.fits[0].Key))
	}
	r.summary.Fits -= len(no)
	r.Fits = append(own, slices.DeleteFunc(fits, func(f *Fit) bool { return no[f] })...)
	return jobs, err
}

// offers returns of which fits there are outcomes in other run folders, by their keys and by their identities without limits.
func (r *run) offers() map[string]bool {
	known := map[string]bool{}
	for _, dir := range slices.Concat(r.From, r.Others) {
		if record.SameFolder(dir, r.store.Dir()) {
			continue
		}
		_ = record.Each(dir, func(f *record.Fit) error { // what cannot be read was told of before
			known[f.Key], known[withoutLimits(f.Identity)] = true, true
			return nil
		})
	}
	return known
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
			old = past.bySlot[at{record.Slot(f.Identity()), f.place()}]
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

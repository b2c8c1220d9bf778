package run

import (
	"cmp"
	"maps"
	"slices"
)

// leases are the leased fits, by key.
type leases struct {
	held      map[string]bool // by this process, and not recorded yet
	elsewhere map[string]bool // by another process
}

// lease reports whether this process may make the fit with that key. It then holds the lease until
// the fit is recorded.
func (r *runner) lease(key string) (mine bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.Lease || r.leases.held[key] {
		return true, nil
	}
	if mine, err = r.store.Leases().Take(key); err != nil {
		return false, err
	}
	switch {
	case mine && r.leases.elsewhere[key]:
		r.summary.Fits += r.rows[key]
	case !mine && !r.leases.elsewhere[key]:
		r.summary.Fits -= r.rows[key]
	}
	r.leases.held[key], r.leases.elsewhere[key] = mine, !mine
	return mine, nil
}

// releaseLeases releases the leases of fits that are not recorded. No worker runs.
func (r *runner) releaseLeases() (err error) {
	for _, key := range slices.Sorted(maps.Keys(r.leases.held)) {
		if r.leases.held[key] {
			err = cmp.Or(err, r.store.Leases().Release(key))
		}
	}
	return err
}

// released returns the jobs that another process had leased and has released.
func (r *runner) released(jobs []job) ([]job, error) {
	if !r.Lease {
		return nil, nil
	}
	leased, err := r.store.Leases().All()
	return slices.DeleteFunc(
		jobs, func(j job) bool { return !r.leases.elsewhere[j.fits[0].Key] || leased[j.fits[0].Key] },
	), err
}

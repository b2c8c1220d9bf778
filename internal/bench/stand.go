package bench

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"github.com/spbench/spbench/internal/record"
)

// stand finds the planned fits that the store has just as they would be written now, counts them as done before, and returns
// the fits of the store, brief, that may be of use to the others. Most of its time goes by in looking for files.
func (r *run) stand() (others []*record.Fit) {
	r.stood, r.ended = make(map[*Fit]bool, len(r.Fits)), make(map[string]bool, len(r.Fits))
	if r.wasSettled() {
		return nil
	}
	planned := make(map[at]*Fit, len(r.Fits))
	for _, f := range r.Fits {
		planned[at{f.Key, f.place()}] = f
	}
	pairs := make(chan pair, 256)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for p := range pairs {
				stands := r.stands(p.fit, p.old)
				mu.Lock()
				if !stands {
					others = append(others, p.old)
				} else {
					r.stood[p.fit], r.ended[p.fit.Key] = true, p.old.Outcome.Kind != record.Crash
					r.summary.Before++
					r.count(p.old)
				}
				mu.Unlock()
			}
		})
	}
	for old := range r.index.Fits() {
		if f := planned[at{old.Key, old.Place()}]; f != nil {
			pairs <- pair{f, old}
			continue
		}
		mu.Lock()
		others = append(others, old) // of another build, or under another label
		mu.Unlock()
	}
	close(pairs)
	workers.Wait()
	r.settle()
	slices.SortFunc(others, func(a, b *record.Fit) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Dataset, b.Dataset), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed))
	})
	return append(others, r.twins()...)
}

// A pair is a planned fit and what there is of it, brief.
type pair struct {
	fit *Fit
	old *record.Fit
}

// stands reports whether todo would leave old, a brief outcome with the key of f and in its place, as it is.
func (r *run) stands(f *Fit, old *record.Fit) bool {
	if r.Retry && old.Outcome.Failed() {
		return false
	}
	if r.asWritten(f, old) { // nearly all
		return true
	}
	rec, complete := r.adopt(f, old)
	return complete && sameLine(&rec, old)
}

// asWritten reports whether old, which is that of stands, has the rows of f and no others, in their order, as it would be written now.
func (r *run) asWritten(f *Fit, old *record.Fit) bool {
	outputs := f.Learner.Outputs
	if old.Suite != r.Suite.Name || len(old.Kept) > 0 || changedSince(f, old) != "" || len(old.Rows) != len(outputs) {
		return false
	}
	for i := range outputs {
		row := &old.Rows[i]
		if row.Label != outputs[i].Label || !f.holds(row, old.Key, &outputs[i]) || !r.whole(row) || r.Retry && (row.Outcome.Failed() || unmeasured(row)) {
			return false
		}
	}
	return true
}

// twins returns what there is of the fits that stand and have the key of one that does not: the two differ in their labels alone.
func (r *run) twins() (fits []*record.Fit) {
	missing := map[string]bool{}
	for _, f := range r.Fits {
		if !r.stood[f] {
			missing[f.Key] = true
		}
	}
	for _, f := range r.Fits {
		if r.stood[f] && missing[f.Key] {
			missing[f.Key] = false
			fits = append(fits, r.index.Of(f.Key)...)
		}
	}
	return fits
}

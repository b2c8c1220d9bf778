package bench

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spbench/spbench/internal/record"
)

// idle reports whether the store holds every planned fit just as it would be written now, and if so counts them as
// done before. It reads no more than the index of the store. Where something is to be done, or is wrong, todo finds out
// what.
func (r *run) idle() bool {
	index, err := record.OpenIndex(r.store.Dir())
	if err != nil || index.Len() < len(r.Fits) || len(r.From)+len(index.Warnings())+len(r.store.Warnings()) > 0 {
		return false
	}
	planned := make(map[at]*Fit, len(r.Fits))
	for _, f := range r.Fits {
		planned[at{f.Key, f.place()}] = f
	}
	standing, failed, ended := r.standing(planned, index.Fits())
	if standing < len(r.Fits) {
		return false
	}
	r.summary.Before, r.summary.Failed, r.done, r.ended = standing, failed, standing, ended
	return true
}

// standing returns how many of the planned fits are among old just as they would be written now, how many of them
// failed, and by key whether they ended. Most of its time goes by in looking for files.
func (r *run) standing(planned map[at]*Fit, old iter.Seq[*record.Fit]) (standing, failed int, ended map[string]bool) {
	ended = map[string]bool{}
	pairs := make(chan pair, 256)
	var mu sync.Mutex
	var differs atomic.Bool
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for p := range pairs {
				if !r.stands(p.fit, p.old) {
					differs.Store(true)
					continue
				}
				mu.Lock()
				standing++
				if failedIn(p.old) {
					failed++
				}
				ended[p.fit.Key] = p.old.Outcome.Kind != record.Crash
				mu.Unlock()
			}
		})
	}
	for rec := range old {
		if f := planned[at{rec.Key, rec.Place()}]; f != nil { // else of before an edit of its learner
			pairs <- pair{f, rec}
		}
		if differs.Load() {
			break
		}
	}
	close(pairs)
	workers.Wait()
	return standing, failed, ended
}

// A pair is a planned fit and what there is of it, brief.
type pair struct {
	fit *Fit
	old *record.Fit
}

// stands reports whether todo would leave old, a brief outcome with the key of f and in its place, as it is.
func (r *run) stands(f *Fit, old *record.Fit) bool {
	if len(old.Kept) > 0 || r.Retry && old.Outcome.Failed() {
		return false
	}
	old.Identity = f.Identity // they have one key
	rec, complete := r.adopt(f, old)
	return complete && sameLine(&rec, old)
}

// Package inorder divides work among goroutines so that its results are taken in the order of the work, whoever did it
// and however many they are: what is added up has the same bits for any number of them.
package inorder

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
)

// A Work is items that are worked on by several goroutines and taken one after the other. The functions must not be
// nil.
type Work struct {
	// Do works on item i and leaves what it finds in the place, from 0 to Places(workers)-1, which is nobody else's until
	// the item has been taken. worker, from 0, tells those apart that run at the same time.
	Do func(worker, place, i int) error
	// Take takes what is in the place: in order of i, never two at a time, on any of the goroutines.
	Take func(place, i int) error
}

// Workers returns how many goroutines compute at once for n items: as many as there are processors that may be used,
// one at least.
func Workers(n int) int { return max(1, min(runtime.GOMAXPROCS(0), n)) }

// each is how many places a worker has: those who are ahead need not wait for one who is slow. What it writes to
// them stays in the cache of its processor.
const each = 3

// Places returns how many places so many workers have.
func Places(workers int) int {
	if workers == 1 {
		return 1
	}
	return each * workers
}

// Run works on items 0 to n-1, by so many workers, of which the caller is one. The error is that of the first item in
// order that has one, of Do or of Take, after which none is taken; it returns when all workers have ended. A panic of a
// worker is one of the caller, with a [Panic].
func (w *Work) Run(workers, n int) error {
	if workers <= 1 {
		for i := range n {
			if err := w.Do(0, 0, i); err != nil {
				return err
			}
			if err := w.Take(0, i); err != nil {
				return err
			}
		}
		return nil
	}
	q := &queue{Work: w, n: n, items: make([]item, Places(workers)), used: make([][each]bool, workers)}
	q.changed.L = &q.mu
	var group sync.WaitGroup
	for worker := 1; worker < workers; worker++ {
		group.Go(func() { q.work(worker) })
	}
	q.work(0)
	group.Wait()
	if p, ok := q.err.(*Panic); ok {
		panic(p)
	}
	return q.err
}

// A Panic is a panic of a worker.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// A queue is a Run under way.
type queue struct {
	*Work
	n     int
	items []item       // that were begun and are not taken; item i is at i modulo their number
	used  [][each]bool // the places of each worker that items are in

	mu          sync.Mutex
	changed     sync.Cond
	next, taken int // items that were begun, and taken
	taking      bool
	ended       bool // nothing is begun or taken any more
	err         error
}

// An item is one that was begun.
type item struct {
	worker, place int
	done          bool // it has been worked on
	err           error
}

// work is what each worker does.
func (q *queue) work(worker int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.ended && q.taken < q.n {
		place := slices.Index(q.used[worker][:], false)
		if place < 0 || q.next == q.n {
			if !q.take(worker, true) {
				q.changed.Wait()
			}
			continue
		}
		i := q.next
		q.next++
		q.used[worker][place] = true
		at := &q.items[i%len(q.items)]
		*at = item{worker: worker, place: worker*each + place}
		err := q.unlocked(func() error { return q.Do(worker, at.place, i) })
		at.done, at.err = true, err
		q.take(worker, false)
		q.changed.Broadcast()
	}
}

// take takes what is done and whose turn it is, unless another worker is at it, and reports whether there was any: of
// others only if a worker has nothing else to do, since it is in the caches of their processors.
func (q *queue) take(worker int, ofOthers bool) (some bool) {
	if q.taking {
		return false
	}
	q.taking = true
	for !q.ended && q.taken < q.next {
		i := q.taken
		at := &q.items[i%len(q.items)]
		if !at.done || at.worker != worker && !ofOthers {
			break
		}
		if at.err == nil {
			at.err = q.unlocked(func() error { return q.Take(at.place, i) })
		}
		if at.err != nil {
			q.err, q.ended = at.err, true
		}
		q.used[at.worker][at.place%each] = false
		q.taken++
		some = true
		q.changed.Broadcast()
	}
	q.taking = false
	return some
}

// unlocked returns the error of do, which runs while others have the queue.
func (q *queue) unlocked(do func() error) (err error) {
	q.mu.Unlock()
	defer q.mu.Lock()
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return do()
}

// Package inorder divides work among goroutines so that its results are taken in the order of the work, whoever did it
// and however many they are: what is added up has the same bits for any number of them.
package inorder

import (
	"fmt"
	"runtime"
	"runtime/debug"
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

// Places returns how many places so many workers have: those who are ahead need not wait for one who is slow.
func Places(workers int) int {
	if workers == 1 {
		return 1
	}
	return 4 * workers
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
	q := &queue{Work: w, n: n, places: make([]place, Places(workers))}
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
	n      int
	places []place // item i has the one of number i modulo their number

	mu          sync.Mutex
	changed     sync.Cond
	next, taken int // items that were begun, and taken
	taking      bool
	ended       bool // nothing is begun or taken any more
	err         error
}

// A place is that of one item.
type place struct {
	done bool // it has been worked on
	err  error
}

// work is what each worker does.
func (q *queue) work(worker int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		for !q.ended && q.next < q.n && q.next == q.taken+len(q.places) {
			q.changed.Wait()
		}
		if q.ended || q.next == q.n {
			return
		}
		i := q.next
		q.next++
		at := &q.places[i%len(q.places)]
		at.err = q.unlocked(func() error { return q.Do(worker, i%len(q.places), i) })
		at.done = true
		q.take()
	}
}

// take takes what is done and whose turn it is, unless another worker is at it.
func (q *queue) take() {
	if q.taking {
		return
	}
	q.taking = true
	for !q.ended && q.taken < q.next && q.places[q.taken%len(q.places)].done {
		i := q.taken
		at := &q.places[i%len(q.places)]
		if at.err == nil {
			at.err = q.unlocked(func() error { return q.Take(i%len(q.places), i) })
		}
		if at.err != nil {
			q.err, q.ended = at.err, true
		}
		at.done = false
		q.taken++
		q.changed.Broadcast()
	}
	q.taking = false
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

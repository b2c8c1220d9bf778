// Package inorder divides work among goroutines, and takes the results in the order of the
// items. Sums of the results therefore have the same bits for any number of workers:
//
//	results := make([]float64, workers*inorder.Each)
//	err := inorder.Run(workers, n,
//		func(place, i int) error { results[place] = f(i); return nil }, // in parallel
//		func(place, i int) error { sum += results[place]; return nil }) // one at a time, in order
package inorder

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// Each is the number of places of a worker: with several, a fast worker need not wait for a
// slow one. They are few, so that results stay in the cache of the worker's processor.
const Each = 3

// Run does items 0 to n-1 by several workers and takes them in order. The caller is one of the
// workers. do stores its result under its place, where it stays until take has taken the item.
// Worker w has places w·Each to w·Each+Each−1. take runs on any of the goroutines, never two at
// a time.
//
// The first error in order, of do or of take, ends the run, and no later item is taken. Run
// returns when all workers have ended. If a worker panics, Run panics with a [Panic].
func Run(workers, n int, do, take func(place, i int) error) error {
	if workers <= 1 {
		for i := range n {
			if err := do(0, i); err != nil {
				return err
			}
			if err := take(0, i); err != nil {
				return err
			}
		}
		return nil
	}
	q := &queue{do: do, takeOne: take, n: n, items: make([]item, Each*workers),
		used: make([][Each]bool, workers)}
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

// A queue is the state of a Run.
type queue struct {
	do, takeOne func(place, i int) error

	n     int
	items []item       // begun and not yet taken; item i is at index i modulo len(items)
	used  [][Each]bool // the occupied places of each worker

	mu          sync.Mutex
	changed     sync.Cond
	next, taken int // number of items begun, and taken
	taking      bool
	ended       bool // no item is begun or taken any more
	err         error
}

// An item is an item of work that was begun.
type item struct {
	place int
	done  bool // do has returned
	err   error
}

// work is the loop of each worker.
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
		*at = item{place: worker*Each + place}
		err := q.unlocked(func() error { return q.do(at.place, i) })
		at.done, at.err = true, err
		q.take(worker, false)
		q.changed.Broadcast()
	}
}

// take takes finished items in order, unless another worker is doing so, and reports whether
// there were any. It takes items of other workers only with ofOthers, for a worker without
// other work, because their results are in the caches of other processors.
func (q *queue) take(worker int, ofOthers bool) (some bool) {
	if q.taking {
		return false
	}
	q.taking = true
	for !q.ended && q.taken < q.next {
		i := q.taken
		at := &q.items[i%len(q.items)]
		if !at.done || at.place/Each != worker && !ofOthers {
			break
		}
		if at.err == nil {
			at.err = q.unlocked(func() error { return q.takeOne(at.place, i) })
		}
		if at.err != nil {
			q.err, q.ended = at.err, true
		}
		q.used[at.place/Each][at.place%Each] = false
		q.taken++
		some = true
		q.changed.Broadcast()
	}
	q.taking = false
	return some
}

// unlocked runs do with the queue unlocked, and returns its error.
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

// Package inorder divides work among goroutines so that its results are taken in the order of the work, whoever did it
// and however many they are: what is added up has the same bits for any number of them.
package inorder

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// Each is how many places a worker has: those who are ahead need not wait for one who is slow. What it writes to
// them stays in the cache of its processor.
const Each = 3

// Run does items 0 to n-1 by several workers and takes them in order. The caller is one of the workers. do leaves its
// finding in the place until take took the item. Places are numbered from 0, Each for a worker, the first ones for the
// first. take runs on any of the goroutines, never two at a time.
//
// The first error in order, of do or of take, ends the run, and no later item is taken. Run returns when all workers
// have ended. It panics with a [Panic] where a worker did.
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
	q := &queue{do: do, takeOne: take, n: n, items: make([]item, Each*workers), used: make([][Each]bool, workers)}
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
	do, takeOne func(place, i int) error

	n     int
	items []item       // that were begun and are not taken; item i is at i modulo their number
	used  [][Each]bool // the places of each worker that items are in

	mu          sync.Mutex
	changed     sync.Cond
	next, taken int // items that were begun, and taken
	taking      bool
	ended       bool // nothing is begun or taken any more
	err         error
}

// An item is one that was begun.
type item struct {
	place int
	done  bool // it has been worked on
	err   error
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
		*at = item{place: worker*Each + place}
		err := q.unlocked(func() error { return q.do(at.place, i) })
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

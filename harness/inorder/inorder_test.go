package inorder_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/inorder"
)

// squares runs n items of uneven duration, and returns the items taken.
func squares(t *testing.T, workers, n int, fail func(i int) error) (taken []int, err error) {
	t.Helper()
	place := make([]int, inorder.Each*workers)
	busy := make([]atomic.Int32, inorder.Each*workers)
	var at atomic.Int32 // goroutines in take
	err = inorder.Run(workers, n, func(p, i int) error {
		if !busy[p].CompareAndSwap(0, 1) {
			t.Errorf("item %d is in place %d of %d workers, which is taken", i, p, workers)
		}
		time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
		place[p] = i * i
		return fail(i)
	}, func(p, i int) error {
		if at.Add(1) != 1 || place[p] != i*i {
			t.Errorf("item %d: two are taken at a time, or %d is taken for %d", i, place[p], i*i)
		}
		taken = append(taken, i)
		busy[p].Store(0)
		at.Add(-1)
		return fail(-i)
	})
	return taken, err
}

func TestItemsAreTakenInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 5, 40} {
		for _, n := range []int{0, 1, 2, 100} {
			taken, err := squares(t, workers, n, func(int) error { return nil })
			if err != nil || len(taken) != n || !slices.IsSorted(taken) {
				t.Errorf("%d workers, %d items: took %v, %v", workers, n, taken, err)
			}
		}
	}
}

// TestFirstErrorEnds: Run returns the error of the first item, from do or from take.
func TestFirstErrorEnds(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		for _, sign := range []int{1, -1} {
			taken, err := squares(t, workers, 100, func(i int) error {
				if i*sign >= 30 {
					return fmt.Errorf("item %d", i)
				}
				return nil
			})
			last := 29
			if sign < 0 {
				last = 30
			}
			if err == nil || err.Error() != fmt.Sprintf("item %d", 30*sign) || len(taken) != last+1 {
				t.Errorf("%d workers: %v after %d items, want %d", workers, err, len(taken), last+1)
			}
		}
	}
}

// TestPanicIsTheCallers: the caller can recover the panic, and it has the worker's stack.
func TestPanicIsTheCallers(t *testing.T) {
	cause := errors.New("cause")
	defer func() {
		p, ok := recover().(*inorder.Panic)
		if !ok || p.Value != any(cause) || !strings.Contains(p.Error(), "TestPanicIsTheCallers") {
			t.Errorf("%v", p)
		}
	}()
	t.Error(inorder.Run(2, 10, func(int, int) error { panic(cause) },
		func(int, int) error { return nil }))
}

package data

import (
	"runtime"
	"sync"

	"github.com/spbench/spbench/harness/inorder"
)

// observer is the function set by Observe.
var observer struct {
	sync.Mutex
	tell func(what string, done, total int)
}

// Observe sets the function [Load] calls with the progress of slow work: its name, and how many of
// how many things are done. Calls do not overlap. The last call of each work has done = total, also
// after an error. nil ends the calls.
func Observe(tell func(what string, done, total int)) {
	observer.Lock()
	defer observer.Unlock()
	observer.tell = tell
}

// tell adds to the number of finished things, and calls the observer if there are several things.
func tell(what string, done *int, more, total int) {
	observer.Lock()
	defer observer.Unlock()
	*done += more
	if observer.tell != nil && total > 1 {
		observer.tell(what, *done, total)
	}
}

// onAllProcessors calls do for 0..n-1 on all processors and reports progress to the observer. If
// calls fail, it returns the error of the smallest number and may skip further calls.
func onAllProcessors(what string, n int, do func(i int) error) error {
	done := 0
	err := inorder.Run(min(runtime.GOMAXPROCS(0), n), n, func(_, i int) error { return do(i) },
		func(int, int) error {
			tell(what, &done, 1, n)
			return nil
		})
	if done < n {
		tell(what, &done, n-done, n)
	}
	return err
}

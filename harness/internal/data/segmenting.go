package data

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// recallSegments returns the segments of a photograph. It takes them from the cache if they are
// there under the hashes of its files and text, all relevant arguments. If the cache cannot be
// written, only time is lost.
func recallSegments(photo, mask []byte, text string,
	make func() (*segments, error)) (*segments, error) {
	kept := openCache("superpixels")
	key := derivedKey(fmt.Sprintf("%x %x %s", sha256.Sum256(photo), sha256.Sum256(mask), text))
	if content := kept.recall(key); content != nil {
		if s, err := decodeSegments(content); err == nil {
			return s, nil
		}
	}
	s, err := make()
	if err == nil {
		_ = kept.keep(key, s.encode())
	}
	return s, err
}

// segmentAll returns the segments of n photographs, with standIn for those not in use, made on all
// processors. They do not depend on their number.
func segmentAll(n int, used []int, standIn *segments,
	one func(i int) (*segments, error)) ([]*segments, error) {
	list := slices.Repeat([]*segments{standIn}, n)
	err := onAllProcessors("superpixels", len(used), func(i int) (err error) {
		list[used[i]], err = one(used[i])
		return err
	})
	return list, err
}

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
	errs := make([]error, n)
	done := 0
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				} else {
					tell(what, &done, 1, n)
				}
			}
		})
	}
	group.Wait()
	if done < n {
		tell(what, &done, n-done, n)
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

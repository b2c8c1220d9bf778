package data

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spbench/spbench"
)

// recallSegments returns the segments of n photographs, from the cache where it has
// them under text, which says all that they depend on besides package superpixel. A
// cache that cannot be written costs time only.
func recallSegments(text string, n int, one func(i int) (*segments, error)) (*segments, error) {
	kept := openCache("superpixels")
	// Decoders of JPEG may change with Go, and the last bits with the architecture.
	text = fmt.Sprintf("%s %s %s %s", text, runtime.Version(), runtime.GOARCH+spbench.Arithmetic(), spbench.Version("internal/superpixel"))
	key := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	if content := kept.recall(key); content != nil {
		if all, err := decodeSegments(content); err == nil {
			return all, nil
		}
	}
	all, err := segmentAll(n, one)
	if err == nil {
		_ = kept.keep(key, all.encode())
	}
	return all, err
}

// segmentAll returns the segments of n photographs, made on all processors. They do
// not depend on their number.
func segmentAll(n int, one func(i int) (*segments, error)) (*segments, error) {
	list := make([]*segments, n)
	err := onAllProcessors(n, func(i int) (err error) {
		list[i], err = one(i)
		return err
	})
	if err != nil {
		return nil, err
	}
	all := &segments{}
	for _, s := range list {
		all.add(s)
	}
	return all, nil
}

// onAllProcessors calls do for 0..n-1, on all processors. The error is that of the
// least number among those that failed; after one, calls may be left out.
func onAllProcessors(n int, do func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

package bench

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/spbench/spbench/internal/record"
)

// settled is the hash of all that decides whether every fit stands, see [run.stand]: what is planned and by which builds, the lines of the store and the files beside them.
// Where it is that of an earlier run which found that all do, and none failed, they still do, and no line need be looked at.
func (r *run) settled() []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%t\n%s\n%s\n%d\n", r.Text, scoreSide(), r.Marginals, r.index.Lines(), r.store.Blobs(), len(r.Fits))
	for _, f := range r.Fits { // in the order of the plan, so that each has its place
		h.Write([]byte(f.Key))
	}
	return h.Sum(nil)
}

// wasSettled says that all fits stand if an earlier run has found so. Fits of a part of the plan, and failures that are to be tried again, are looked at.
func (r *run) wasSettled() bool {
	if r.store.Shared() || r.Retry || !bytes.Equal(record.Cached(r.store.Dir(), record.SettledFile), r.settled()) {
		return false
	}
	for _, f := range r.Fits {
		r.stood[f], r.ended[f.Key] = true, true
	}
	r.summary.Before += len(r.Fits)
	return true
}

// settle notes for later runs that all fits stand, none of them failed.
func (r *run) settle() {
	if r.store.Shared() || len(r.stood) < len(r.Fits) || r.summary.Failed > 0 {
		return
	}
	for _, ended := range r.ended {
		if !ended {
			return
		}
	}
	r.store.Cache(record.SettledFile, r.settled())
}

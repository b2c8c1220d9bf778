package host

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/fault"
)

var (
	running  sync.Map     // the *Learner of this harness with running processes, as keys
	evicting atomic.Int64 // evictions that have begun
	evicted  atomic.Int64 // evictions that are over
)

// hogShare is the share of a full file system, of its bytes or of its files, above which a learner
// is to blame.
const hogShare = 0.05

// Reclaim ends learners that fill the disk with their temporary files; their fits fail. It reports
// whether there is space now, so that work that failed for lack of space can be repeated.
func Reclaim() bool {
	for until := time.Now().Add(crashDelay); confine.CheckTempFolder() != nil; {
		switch l, share := largestHog(); {
		case l != nil && share >= hogShare:
			l.evict(share)
		case time.Now().After(until):
			return false
		default:
			time.Sleep(10 * time.Millisecond) // files of an ended learner are being deleted
		}
	}
	return true
}

// largestHog returns the learner with the largest share of its file system.
func largestHog() (hog *Learner, share float64) {
	running.Range(func(key, _ any) bool {
		l := key.(*Learner)
		if has := l.tmp.Share(); has > share && l.filled.Load() == nil {
			hog, share = l, has
		}
		return true
	})
	return hog, share
}

// noRoomSince returns an ErrHost if an eviction took place since before were over: the disk was
// full.
func noRoomSince(before int64) error {
	if evicting.Load() == before {
		return nil
	}
	return fault.TempFolder(confine.TempBase(), syscall.ENOSPC)
}

// evict ends a learner and deletes its files.
func (l *Learner) evict(share float64) {
	text := fmt.Sprintf("it filled the disk of %s: %.0f %% were its temporary files",
		filepath.Dir(l.tmp.Dir), 100*share)
	l.filled.Store(&text)
	evicting.Add(1)
	defer evicted.Add(1)
	l.process.end()
	// the folder itself goes when the learner is closed
	_ = confine.RemoveContent(l.process.socket.folder)
}

package host

import (
	"fmt"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/fault"
)

// running are the learners of this harness with running processes.
var running struct {
	sync.Mutex
	learners map[*Learner]bool
	evicting int // evictions that have begun
	evicted  int // evictions that are over
}

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
	running.Lock()
	defer running.Unlock()
	for l := range running.learners {
		if has := l.tmp.Share(); has > share && l.filled.Load() == nil {
			hog, share = l, has
		}
	}
	return hog, share
}

// count adds one to a number in running.
func count(n *int) {
	running.Lock()
	defer running.Unlock()
	*n++
}

// evictions returns the number of evictions that are over.
func evictions() int {
	running.Lock()
	defer running.Unlock()
	return running.evicted
}

// noRoomSince returns an ErrHost if an eviction took place since that number was evicted: the disk
// was full.
func noRoomSince(evicted int) error {
	running.Lock()
	defer running.Unlock()
	if running.evicting == evicted {
		return nil
	}
	return fault.TempFolder(confine.TempBase(), syscall.ENOSPC)
}

// evict ends a learner and deletes its files.
func (l *Learner) evict(share float64) {
	text := fmt.Sprintf("it filled the disk of %s: %.0f %% were its temporary files",
		filepath.Dir(l.tmp.Dir), 100*share)
	l.filled.Store(&text)
	count(&running.evicting)
	defer count(&running.evicted)
	l.process.end()
	// the folder itself goes when the learner is closed
	_ = confine.RemoveContent(l.process.socket.folder)
}

// listed makes a learner known to Reclaim, until unlisted.
func (l *Learner) listed() {
	running.Lock()
	defer running.Unlock()
	if running.learners == nil {
		running.learners = map[*Learner]bool{}
	}
	running.learners[l] = true
}

func (l *Learner) unlisted() {
	running.Lock()
	defer running.Unlock()
	delete(running.learners, l)
}

package proc

import (
	"runtime"
	"time"
)

// OnThread returns the CPU time of f on its thread.
func OnThread(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ThreadTime() // getrusage counts in ticks of several milliseconds
	f()
	return ThreadTime() - before
}

package proc

import (
	"runtime"
	"time"
)

// OnThread returns the CPU time that f takes on its thread, whatever else runs.
func OnThread(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ThreadTime() // getrusage counts what is under way from tick to tick, of several milliseconds
	f()
	return ThreadTime() - before
}

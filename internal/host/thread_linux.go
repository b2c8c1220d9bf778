package host

import (
	"runtime"
	"syscall"
	"time"
)

// rusageThread is RUSAGE_THREAD of Linux.
const rusageThread = 1

// OnThread returns the CPU time that f takes on its thread, whatever else runs.
func OnThread(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := threadCPU()
	f()
	return threadCPU() - before
}

func threadCPU() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(rusageThread, &use) // EINVAL, the only error there can be, is not
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

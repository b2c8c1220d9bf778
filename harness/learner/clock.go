package learner

import (
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/structure"
)

// A clock measures a fit for its budget of seconds. Records hold the harness's seconds instead.
type clock struct {
	start time.Time
	cpu   time.Duration // CPU time of the process at the start
}

func newClock() clock { return clock{time.Now(), processCPU()} }

// passed reports whether the given wall time or CPU time has passed.
func (c clock) passed(wall, cpu time.Duration) bool {
	return wall != forever && time.Since(c.start) >= wall || cpu != forever &&
		processCPU()-c.cpu >= cpu
}

// processCPU returns the CPU time, user and system, of all threads of the process, and the time of
// commands ([structure.Waited]).
func processCPU() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano()+use.Stime.Nano()) + structure.Waited()
}

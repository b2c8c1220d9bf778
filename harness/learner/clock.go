package learner

import (
	"syscall"
	"time"
)

// A clock adds up the wall and CPU time of a fit; what passes between stop and
// start goes to paused.
type clock struct {
	wall, cpu, paused time.Duration
	running           bool
	mark              time.Time // of the last start or stop
	cpuMark           time.Duration
}

func (c *clock) start() {
	if now := time.Now(); !c.mark.IsZero() {
		c.paused += now.Sub(c.mark)
	}
	c.running, c.mark, c.cpuMark = true, time.Now(), processCPU()
}

func (c *clock) stop() {
	if !c.running {
		return
	}
	now := time.Now()
	c.wall += now.Sub(c.mark)
	c.cpu += processCPU() - c.cpuMark
	c.running, c.mark = false, now
}

// now returns the wall time of the fit so far.
func (c *clock) now() time.Duration {
	if c.running {
		return c.wall + time.Since(c.mark)
	}
	return c.wall
}

// cpuNow returns the CPU time of the fit so far.
func (c *clock) cpuNow() time.Duration {
	if c.running {
		return c.cpu + processCPU() - c.cpuMark
	}
	return c.cpu
}

// processCPU returns the CPU time, user and system, of all threads of the process.
func processCPU() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

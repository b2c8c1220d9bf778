package proc

import (
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// tick is the unit of times in /proc: USER_HZ, 100 on all architectures of Go.
const tick = 10 * time.Millisecond

// cpuClock is CPUCLOCK_SCHED of the kernel's posix-timers.h: the clock of all threads of a process.
const cpuClock = 2

// CPUSeconds returns the CPU time of processes so far, with the children that they waited for. The
// time of children is in ticks, the rest is exact to a microsecond. It takes 20 µs for each
// process.
func CPUSeconds(pids []int) float64 {
	sum := time.Duration(0)
	for _, pid := range pids {
		fields := Stat(pid)
		if len(fields) < 15 {
			continue // it has ended; its parent has its time
		}
		sum += ticks(fields[13:15]) + OwnCPU(pid) // the first is of children
	}
	return sum.Seconds()
}

// OwnCPU returns the CPU time of a process so far, without its children; 0 if it has ended.
func OwnCPU(pid int) time.Duration {
	var own unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|cpuClock), &own) == nil {
		return time.Duration(own.Nano())
	}
	if fields := Stat(pid); len(fields) >= 13 {
		return ticks(fields[11:13])
	}
	return 0
}

// IgnoresChildren reports whether a process ignores SIGCHLD. The system then forgets the CPU time of
// its children when they end.
func IgnoresChildren(pid int) bool {
	status := ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	ignored, _ := strconv.ParseUint(line(status, "SigIgn:"), 16, 64)
	return ignored>>(unix.SIGCHLD-1)&1 == 1
}

// ticks adds up times of /proc, user and system.
func ticks(fields []string) (sum time.Duration) {
	for _, field := range fields {
		n, _ := strconv.ParseInt(field, 10, 64)
		sum += time.Duration(n) * tick
	}
	return sum
}

// ThreadTime returns the CPU time of the current thread.
func ThreadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // cannot fail
	return time.Duration(t.Nano())
}

package host

import (
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/internal/stage"
)

// tick is the unit of times in /proc: USER_HZ, 100 on all architectures that Go
// knows.
const tick = 10 * time.Millisecond

// cpuClock is CPUCLOCK_SCHED of the kernel's posix-timers.h: the clock of all threads of a process.
const cpuClock = 2

// all returns the supervisor and all processes below it, parents first: what ends while they are
// looked at is not counted twice, by itself and by who waited for it.
func (p *process) all() []int {
	return append([]int{p.cmd.Process.Pid}, stage.Descendants(p.cmd.Process.Pid)...)
}

// cpuSeconds returns the CPU time of processes so far, with the children they waited for. That of
// the latter is in ticks, all else is exact to a microsecond. It takes 20 µs for each process.
func cpuSeconds(pids []int) float64 {
	sum := time.Duration(0)
	for _, pid := range pids {
		fields := stat(pid)
		if len(fields) < 15 {
			continue // it has ended; who waited for it has its time
		}
		sum += ticks(fields[13:15]) // of children
		var own unix.Timespec
		if unix.ClockGettime(int32(^pid<<3|cpuClock), &own) == nil {
			sum += time.Duration(own.Nano())
		} else {
			sum += ticks(fields[11:13])
		}
	}
	return sum.Seconds()
}

// ticks adds up times of /proc, user and system.
func ticks(fields []string) (sum time.Duration) {
	for _, field := range fields {
		n, _ := strconv.ParseInt(field, 10, 64)
		sum += time.Duration(n) * tick
	}
	return sum
}

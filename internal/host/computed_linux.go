package host

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spbench/spbench/internal/stage"
)

// tick is the unit of times in /proc: USER_HZ, 100 on all architectures that Go
// knows.
const tick = 10 * time.Millisecond

// computed returns the CPU seconds of the process so far, with those of all that it started; NaN before it was started.
func (p *process) computed() float64 {
	if !p.started() {
		return math.NaN()
	}
	var sum time.Duration
	for _, pid := range append(stage.Descendants(p.cmd.Process.Pid), p.cmd.Process.Pid) {
		sum += computed(readFile(fmt.Sprintf("/proc/%d/stat", pid)))
	}
	return sum.Seconds()
}

// computed returns the CPU time of a process, with that of the children it waited for, from its file stat in /proc:
// "pid (comm) state ppid …", in which comm may hold anything.
func computed(stat string) time.Duration {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 15 {
		return 0 // it has ended meanwhile
	}
	ticks := int64(0)
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick
}

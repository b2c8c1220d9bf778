package proc

import (
	"strconv"
	"strings"
)

// Vmstat is the file with the counters of the kernel; tests replace it.
var Vmstat = "/proc/vmstat"

// KilledForMemory returns how many processes the system killed for lack of memory since it started;
// 0 if the system does not count them.
func KilledForMemory() int64 {
	_, after, _ := strings.Cut("\n"+ReadFile(Vmstat), "\noom_kill ")
	line, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.ParseInt(line, 10, 64)
	return n
}

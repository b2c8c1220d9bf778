package proc

import (
	"strconv"
	"strings"
)

var Vmstat = "/proc/Vmstat" // tests have another

// shortages returns how many processes of the machine the system has killed for lack of memory since it started; 0 where it does not count them.
func KilledForMemory() int64 {
	_, after, _ := strings.Cut("\n"+ReadFile(Vmstat), "\noom_kill ")
	line, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.ParseInt(line, 10, 64)
	return n
}

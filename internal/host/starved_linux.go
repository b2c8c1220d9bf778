package host

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spbench/spbench/internal/stage"
)

// waited returns how long the supervisor and the processes that it started have been ready to run and did not: of each the thread that waited
// longest, and all together, as one comes up after another.
func waited(p *process) (sum time.Duration) {
	p.mu.Lock()
	started := p.started()
	p.mu.Unlock()
	if !started {
		return 0
	}
	for _, pid := range append(stage.Descendants(p.cmd.Process.Pid), p.cmd.Process.Pid) {
		longest := time.Duration(0)
		threads, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/schedstat")
		for _, path := range threads {
			if fields := strings.Fields(readFile(path)); len(fields) > 1 { // time on a processor, time waiting for one, …
				n, _ := strconv.ParseInt(fields[1], 10, 64)
				longest = max(longest, time.Duration(n))
			}
		}
		sum += longest
	}
	return sum
}

var vmstat = "/proc/vmstat" // tests have another

// shortages returns how many processes of the machine the system has killed for lack of memory since it started; 0 where it does not count them.
func shortages() int64 {
	_, after, _ := strings.Cut("\n"+readFile(vmstat), "\noom_kill ")
	line, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.ParseInt(line, 10, 64)
	return n
}

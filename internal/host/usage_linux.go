package host

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spbench/spbench/internal/stage"
)

// resident adds up the peaks of memory of those processes of the learner that live.
func (p *process) resident() (bytes int64) {
	for _, pid := range stage.Descendants(p.cmd.Process.Pid) {
		bytes += highWater(readFile(fmt.Sprintf("/proc/%d/status", pid)))
	}
	return bytes
}

// killMarked kills, in a learner that has killed its supervisor, what it started: the processes of its group and, of all
// of the machine, those that have its folder for temporary files in their environment.
func (p *process) killMarked() {
	if p.pid > 0 {
		_ = syscall.Kill(-p.pid, syscall.SIGKILL)
	}
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		if strings.Contains("\x00"+readFile(path), "\x00"+p.mark+"\x00") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
		}
	}
}

// highWater returns the peak of resident memory, in bytes, that a status file of
// /proc tells. Not ru_maxrss: it starts at what the harness holds.
func highWater(status string) int64 {
	_, after, _ := strings.Cut(status, "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kB, _ := strconv.ParseInt(fields[0], 10, 64)
	return kB << 10
}

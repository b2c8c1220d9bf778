package host

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spbench/spbench/harness/internal/stage"
)

// largest returns the highest peak of resident memory of those processes of the learner that live.
func (p *process) largest() (bytes int64) {
	for _, pid := range stage.Descendants(p.cmd.Process.Pid) {
		bytes = max(bytes, kilobytes(readFile(fmt.Sprintf("/proc/%d/status", pid)), "VmHWM:"))
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
		if strings.Contains("\x00"+readFile(path), "\x00TMPDIR="+p.tmp+"\x00") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
		}
	}
}

var vmstat = "/proc/vmstat" // tests have another

// shortages returns how many processes of the machine the system has killed for lack of memory since it started; 0 where it does not count them.
func shortages() int64 {
	_, after, _ := strings.Cut("\n"+readFile(vmstat), "\noom_kill ")
	line, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.ParseInt(line, 10, 64)
	return n
}

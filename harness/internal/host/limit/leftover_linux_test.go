package limit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestGroupsBelow: a learner without a sandbox may have made cgroups below its own. They go with
// it, and what a dead harness left of them goes at the next start.
func TestGroupsBelow(t *testing.T) {
	m := New(0, 50, new(sandbox.Policy))
	own := m.pids.dir
	if own == "" {
		t.Skip("SKIPPED: no cgroup can be made here")
	}
	child := exec.Command("sleep", "20")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(filepath.Dir(own), fmt.Sprintf(nameGroup, os.Getpid(), 1, 1))
	below, deeper := filepath.Join(own, "a"), filepath.Join(dead, "b", "c")
	err := errors.Join(os.Mkdir(below, 0o755), os.MkdirAll(deeper, 0o755),
		os.WriteFile(filepath.Join(below, "cgroup.procs"),
			[]byte(strconv.Itoa(child.Process.Pid)), 0))
	if err != nil {
		t.Error(err)
	}
	m.Remove()
	err = child.Wait()
	if child.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("the process of the lower cgroup: %v", err)
	}
	New(0, 50, new(sandbox.Policy)).Remove()
	for _, dir := range []string{own, dead} {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s is left", dir)
		}
	}
	if proc.Birth(os.Getpid()) == 1 {
		t.Error("the dead harness of this test is alive")
	}
}

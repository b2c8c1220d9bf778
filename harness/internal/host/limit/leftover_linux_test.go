package limit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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
	// Each process of the chain ends as soon as the next one runs.
	leaps := exec.Command("sh", "-c", "leap() { leap & exit; }; read begin; leap")
	begin, err := leaps.StdinPipe()
	if err = errors.Join(err, leaps.Start()); err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(filepath.Dir(own), fmt.Sprintf(nameGroup, os.Getpid(), 1, 1))
	below, deeper := filepath.Join(own, "a"), filepath.Join(dead, "b", "c")
	err = errors.Join(os.Mkdir(below, 0o755), os.MkdirAll(deeper, 0o755),
		os.WriteFile(filepath.Join(below, "cgroup.procs"),
			[]byte(strconv.Itoa(leaps.Process.Pid)), 0), begin.Close())
	if err != nil {
		t.Error(err)
	}
	_ = leaps.Wait()
	if text := proc.ReadFile(filepath.Join(below, "cgroup.procs")); text == "" {
		t.Error("no process leaps: this test shows nothing")
	}
	m.Remove()
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

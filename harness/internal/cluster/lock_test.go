package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestLockSubmit: one of several concurrent submissions gets the lock. A lock of a dead process is
// replaced if it was on this machine.
func TestLockSubmit(t *testing.T) {
	dir := t.TempDir()
	var got atomic.Int64
	var submitters sync.WaitGroup
	for range 8 {
		submitters.Go(func() {
			if _, err := LockSubmit(dir); err == nil {
				got.Add(1)
			} else if !strings.Contains(err.Error(), "is submitting this run") {
				t.Error(err)
			}
		})
	}
	submitters.Wait()
	if got.Load() != 1 {
		t.Errorf("%d locks", got.Load())
	}
	name := filepath.Join(dir, TasksDir, lockName)
	host, err := os.Hostname()
	need(t, err)
	ended := exec.Command(os.Args[0], "-test.run=^$")
	need(t, ended.Run())
	for who, refused := range map[string]bool{
		fmt.Sprintf("%s:%d", host, ended.Process.Pid):  false,
		fmt.Sprintf("elsewhere:%d", ended.Process.Pid): true,
		fmt.Sprintf("%s:%d", host, os.Getppid()):       true,
	} {
		need(t, os.RemoveAll(name))
		need(t, os.Symlink(who, name))
		release, err := LockSubmit(dir)
		if (err != nil) != refused {
			t.Errorf("after %s: %v", who, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), name) {
				t.Errorf("the file to delete is not named: %v", err)
			}
			continue
		}
		release()
		if _, err := os.Lstat(name); !os.IsNotExist(err) {
			t.Errorf("the lock is left: %v", err)
		}
	}
}

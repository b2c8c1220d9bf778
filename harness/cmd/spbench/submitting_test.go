package main

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

// TestOnlySubmit: of several that submit one run at once, on whatever machines, one does; one that died here is no hindrance, of one elsewhere nobody knows.
func TestOnlySubmit(t *testing.T) {
	dir := t.TempDir()
	var got atomic.Int64
	var submitters sync.WaitGroup
	for range 8 {
		submitters.Go(func() {
			if _, err := onlySubmit(dir); err == nil {
				got.Add(1)
			} else if !strings.Contains(err.Error(), "is being submitted by process") {
				t.Error(err)
			}
		})
	}
	submitters.Wait()
	if got.Load() != 1 {
		t.Errorf("%d submit", got.Load())
	}
	name := filepath.Join(dir, tasksDir, submitting)
	host := must(os.Hostname())(t)
	ended := exec.Command(os.Args[0], "-test.run=^$")
	need(t, ended.Run())
	for who, refused := range map[string]bool{
		fmt.Sprintf("%s:%d", host, ended.Process.Pid):  false,
		fmt.Sprintf("elsewhere:%d", ended.Process.Pid): true,
		fmt.Sprintf("%s:%d", host, os.Getppid()):       true,
	} {
		need(t, os.RemoveAll(name))
		need(t, os.Symlink(who, name))
		release, err := onlySubmit(dir)
		if (err != nil) != refused {
			t.Errorf("after %s: %v", who, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), name) {
				t.Errorf("it does not say what to delete: %v", err)
			}
			continue
		}
		release()
		if _, err := os.Lstat(name); !os.IsNotExist(err) {
			t.Errorf("it is left behind: %v", err)
		}
	}
}

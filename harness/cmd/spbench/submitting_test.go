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
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for who, refused := range map[string]bool{
		fmt.Sprintf("%s:%d", host, ended.Process.Pid):  false,
		fmt.Sprintf("elsewhere:%d", ended.Process.Pid): true,
		fmt.Sprintf("%s:%d", host, os.Getppid()):       true,
	} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(who, name); err != nil {
			t.Fatal(err)
		}
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

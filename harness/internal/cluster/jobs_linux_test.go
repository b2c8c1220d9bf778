package cluster

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestJobsFullDisk: a line that fills the disk is removed, so that earlier jobs stay readable.
func TestJobsFullDisk(t *testing.T) {
	dir := t.TempDir()
	disk := filepath.Join(dir, TasksDir)
	need(t, os.Mkdir(disk, 0o777))
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=4k"); err != nil {
		t.Skipf("SKIPPED: no disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	first := Jobs{[]string{strings.Repeat("1", 4067)}} // leaves room for a few bytes
	need(t, AddJobs(dir, first))
	before, err := os.ReadFile(filepath.Join(disk, jobsFile))
	need(t, err)
	if err := AddJobs(dir, Jobs{[]string{"17", "18"}}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	after, err := os.ReadFile(filepath.Join(disk, jobsFile))
	if err != nil || string(after) != string(before) {
		t.Errorf("%v: %d bytes, want %d", err, len(after), len(before))
	}
	if list, err := ReadJobs(dir); err != nil || len(list) != 1 {
		t.Errorf("%d jobs, %v", len(list), err)
	}
}

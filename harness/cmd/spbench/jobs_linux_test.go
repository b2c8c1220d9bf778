package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestJobsFullDisk: what a full disk takes a part of is taken back, so that the jobs before it can be read.
func TestJobsFullDisk(t *testing.T) {
	dir := t.TempDir()
	disk := filepath.Join(dir, tasksDir)
	need(t, os.Mkdir(disk, 0o777))
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=4k"); err != nil {
		t.Skipf("SKIPPED: no disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	first := jobs{[]string{strings.Repeat("1", 4067)}} // there is room for some bytes more
	need(t, addJobs(dir, first))
	before := must(os.ReadFile(filepath.Join(disk, jobsFile)))(t)
	if err := addJobs(dir, jobs{[]string{"17", "18"}}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	after, err := os.ReadFile(filepath.Join(disk, jobsFile))
	if err != nil || string(after) != string(before) {
		t.Errorf("%v: it has %d bytes, and had %d", err, len(after), len(before))
	}
	if list, err := readJobs(dir); err != nil || len(list) != 1 {
		t.Errorf("%d jobs, %v", len(list), err)
	}
}

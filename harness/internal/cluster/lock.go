package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// lockName is a symbolic link to MACHINE:PROCESS in TasksDir during a submission. Creating a link
// is atomic on any file system, and works between machines. File locks do not.
const lockName = "submitting"

// LockSubmit locks the run in dir against other submissions, here or on other machines, until
// release is called. It replaces the lock of a dead process on this machine. The processes of other
// machines cannot be checked.
func LockSubmit(dir string) (release func(), err error) {
	name := filepath.Join(dir, TasksDir, lockName)
	host, err := os.Hostname()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o777)
	}
	if err != nil {
		return nil, err
	}
	me := fmt.Sprintf("%s:%d", host, os.Getpid())
	for {
		if err = os.Symlink(me, name); err == nil {
			return func() { _ = os.Remove(name) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		owner, err := os.Readlink(name)
		if errors.Is(err, fs.ErrNotExist) { // released meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		if !dead(owner, host) {
			return nil, fmt.Errorf("process %s is submitting this run: wait for it\n"+
				"hint: if that process has ended, delete %s", owner, name)
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}

// dead reports whether owner is a process of host, this machine, that has ended.
func dead(owner, host string) bool {
	pid, err := strconv.Atoi(strings.TrimPrefix(owner, host+":"))
	if err != nil {
		return false
	}
	process, err := os.FindProcess(pid)
	return err != nil || errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

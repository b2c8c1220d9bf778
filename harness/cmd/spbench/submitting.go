package main

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

// submitting is a symbolic link in tasksDir, while a run is being submitted, to the machine and process that is at it. A link is made whole and by one alone on any
// file system; locks hold on one machine, or on none.
const submitting = "submitting"

// onlySubmit keeps others, here and on other machines, from submitting the run in dir until release is called. One that died is taken
// the place of where it can be known to be dead: on its own machine.
func onlySubmit(dir string) (release func(), err error) {
	name := filepath.Join(dir, tasksDir, submitting)
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
		who, err := os.Readlink(name)
		if errors.Is(err, fs.ErrNotExist) { // it is through
			continue
		}
		if err != nil {
			return nil, err
		}
		if !dead(who, host) {
			return nil, fmt.Errorf("this run is being submitted by process %s: wait for it; if it is there no more, delete %s", who, name)
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}

// dead reports whether a process of that machine, this one, is known to have ended.
func dead(who, host string) bool {
	pid, err := strconv.Atoi(strings.TrimPrefix(who, host+":"))
	if err != nil {
		return false
	}
	process, err := os.FindProcess(pid)
	return err != nil || errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

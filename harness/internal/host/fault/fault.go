// Package fault has the kinds of errors that package host and the packages below it return.
package fault

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
)

// Kinds of failure. Package host has the kinds that only it returns.
var (
	// ErrHost marks a failure of this machine or its setup, such as a full disk. It says nothing
	// about any learner.
	ErrHost = errors.New("trouble of this machine, not of the learner")
	// ErrNotFound marks a name without a learner on the search path.
	ErrNotFound = errors.New("no such learner")
	// ErrBuild marks a learner with sources that do not compile.
	ErrBuild = errors.New("learner does not build")
	// ErrStart marks a program that did not start as a learner.
	ErrStart = errors.New("learner does not start")
	// ErrMemory marks a learner that exceeded its memory limit.
	ErrMemory = errors.New("learner ran out of memory")
	// ErrProcesses marks a learner that exceeded its limit of processes and threads.
	ErrProcesses = errors.New("learner started too many processes or threads")
)

// scarce are the errors of a machine that has run out of something, for any program.
var scarce = []error{
	syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO,
	syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.ETXTBSY,
}

// IsScarce reports whether an error means that the machine has run out of something.
func IsScarce(err error) bool {
	return slices.ContainsFunc(scarce, func(kind error) bool { return errors.Is(err, kind) })
}

// Host returns an ErrHost: what failed, its cause, and a remedy.
func Host(what string, err error, remedy string) error {
	return fmt.Errorf("%w: %s: %w: %s", ErrHost, what, err, remedy)
}

// TempFolder returns an ErrHost: no folder for temporary files can be made in base.
func TempFolder(base string, err error) error {
	return Host("no folder for temporary files in "+base, err,
		"make room there, or set TMPDIR to another folder")
}

// NoProcess returns an ErrHost: the machine cannot start a process.
func NoProcess(err error) error {
	return Host("no process can be started", err,
		"end other programs, or raise what bounds this one (ulimit -a)")
}

// Start returns the error for a program that could not be executed: ErrHost if the machine is the
// cause, else ErrStart.
func Start(err error) error {
	switch {
	case errors.Is(err, ErrHost):
		return err
	case IsScarce(err):
		return NoProcess(err)
	}
	return fmt.Errorf("%w: %w", ErrStart, err)
}

package main

import "syscall"

// Learners of the same user cannot read the memory and the environment of a process that is not dumpable, in which the
// labels are. It is no barrier to root. Where it fails nothing is lost but that.
func init() { _, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0, 0, 0, 0) }

package main

import "syscall"

// Labels are in memory and environment. A process that is not dumpable hides both from other processes
// of the same user. It does not stop root. A failure here does no other harm.
func init() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0, 0, 0,
		0)
}

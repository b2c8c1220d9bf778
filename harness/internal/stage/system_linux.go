package stage

import "syscall"

// Of package unix, which would have more packages initialised first.
const (
	setDumpable       = 4  // PR_SET_DUMPABLE
	setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER, since Linux 3.4
	closeRange        = 436
	closeRangeCloexec = 4 // since Linux 5.11
)

// rssUnit is that of Rusage.Maxrss, in bytes.
const rssUnit = 1 << 10

// group starts a process as leader of its own group, to be killed when the thread that started it ends.
func group() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// shield makes this process the parent of all descendants that lose theirs, in whatever session. The learner's user
// cannot look into it, unless that is root.
func shield() {
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, setDumpable, 0, 0)
}

// closeOnExec keeps all descriptors from the given one on from a program that is executed, whoever has left them open.
func closeOnExec(from int) {
	if _, _, errno := syscall.Syscall(closeRange, uintptr(from), 1<<31-1, closeRangeCloexec); errno == 0 {
		return
	}
	syscall.CloseOnExec(control) // without /proc, at least
	syscall.CloseOnExec(gate)
	for _, fd := range numbers("/proc/self/fd") {
		if fd >= from {
			syscall.CloseOnExec(fd)
		}
	}
}

// bound sets RLIMIT_DATA and RLIMIT_NOFILE for this process and its children; 0 sets none.
func bound(bytes, files uint64) error {
	if files > 0 {
		var now syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &now); err != nil {
			return err
		}
		files = min(files, now.Max)
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: files, Max: files}); err != nil {
			return err
		}
	}
	if bytes == 0 {
		return nil
	}
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

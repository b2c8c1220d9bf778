package stage

import "syscall"

// Constants of package unix, which would initialise more packages.
const (
	setDumpable       = 4  // PR_SET_DUMPABLE
	setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER, since Linux 3.4
	closeRange        = 436
	closeRangeCloexec = 4 // since Linux 5.11
)

// rssUnit is the unit of Rusage.Maxrss in bytes.
const rssUnit = 1 << 10

// Group starts a process as leader of its own group. The kernel kills it when the thread that
// started it ends.
func Group() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// shield makes this process the parent of all orphans below it, in any session. Only root can read
// its memory.
func shield() {
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, setDumpable, 0, 0)
}

// closeOnExec closes all descriptors from the given one on when a program is executed.
func closeOnExec(from int) {
	if _, _, errno := syscall.Syscall(closeRange, uintptr(from), 1<<31-1,
		closeRangeCloexec); errno == 0 {
		return
	}
	syscall.CloseOnExec(control) // at least this one, without /proc
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
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE,
			&syscall.Rlimit{Cur: files, Max: files}); err != nil {
			return err
		}
	}
	if bytes == 0 {
		return nil
	}
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

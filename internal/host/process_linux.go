package host

import "syscall"

// processGroup starts a process as leader of its own group, to be killed when
// the thread that started it ends: with the harness, as long as no thread of the
// harness ends before.
func processGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

//go:build unix && !linux

package host

import "syscall"

// processGroup starts a process as leader of its own group.
func processGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

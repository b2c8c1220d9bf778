package wire

import (
	"net"
	"syscall"
)

// Peer returns the process at the other end of a Unix socket; 0 if unknown.
func Peer(c net.Conn) (pid int) {
	s, ok := c.(syscall.Conn)
	if !ok {
		return 0
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) {
		if cred, err := syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET,
			syscall.SO_PEERCRED); err == nil {
			pid = int(cred.Pid)
		}
	}) // fails after the end of the connection
	return pid
}

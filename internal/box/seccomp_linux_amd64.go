package box

import "golang.org/x/sys/unix"

const (
	arch    = unix.AUDIT_ARCH_X86_64
	foreign = 1 << 30 // from here on, calls are those of x32
)

var refusedHere = []uint32{unix.SYS_IOPL, unix.SYS_IOPERM}

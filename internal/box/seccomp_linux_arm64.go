package box

import "golang.org/x/sys/unix"

const (
	arch    = unix.AUDIT_ARCH_AARCH64
	foreign = 1 << 31 // no call has such a number
)

var refusedHere []uint32

package sandbox

import "golang.org/x/sys/unix"

const (
	arch    = unix.AUDIT_ARCH_AARCH64
	foreign = 1 << 31 // no call has such a number
)

var refusedHere, markingHere []uint32

// opens are the calls that open a file, with where their flags are.
var opens = map[uint32]uint32{unix.SYS_OPENAT: atArg2}

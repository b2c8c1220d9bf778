package sandbox

import "golang.org/x/sys/unix"

const (
	arch    = unix.AUDIT_ARCH_X86_64
	foreign = 1 << 30 // from here on, calls are those of x32
)

var refusedHere = []uint32{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_INOTIFY_INIT}

var markingHere = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME,
	unix.SYS_UTIMES, unix.SYS_FUTIMESAT}

// opens are the calls that open a file, with where their flags are.
var opens = map[uint32]uint32{unix.SYS_OPEN: atArg1, unix.SYS_OPENAT: atArg2}

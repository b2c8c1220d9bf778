//go:build linux && (amd64 || arm64)

package sandbox

import (
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// refused are system calls that reach outside a sandbox or outlive it. No learner needs them:
//   - memory of other processes, and shared memory without files
//   - keys, mounts and namespaces
//   - rings, which hide sockets
//   - attributes, which store notes on any file of the same user, and watches of what others open
//   - clocks and modules of the machine
var refused = append([]uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PIDFD_GETFD,
	unix.SYS_KCMP, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND,
	unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL, unix.SYS_MQ_OPEN,
	unix.SYS_MQ_UNLINK,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE,
	unix.SYS_MOVE_MOUNT,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, setxattrat,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, removexattrat,
	fileSetattr, unix.SYS_INOTIFY_INIT1,
	unix.SYS_SETPRIORITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM,
	unix.SYS_SCHED_SETATTR, unix.SYS_IOPRIO_SET,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD,
	unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_ACCT,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SYSLOG, unix.SYS_VHANGUP,
	unix.SYS_MINCORE, cachestat, // they show the pages of a file that an earlier fit has read
}, refusedHere...)

// ignored are system calls that advise the page cache, and locks of files. Other processes see
// their effect. They succeed without one.
var ignored = []uint32{unix.SYS_FADVISE64, unix.SYS_READAHEAD, unix.SYS_FLOCK}

// marking are calls to change the mode, the owner and the times of files. Landlock restricts them
// for no file of the same user. There they succeed without effect.
var marking = append([]uint32{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, fchmodat2, unix.SYS_FCHOWN,
	unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT}, markingHere...)

// Recent system calls have the same numbers on all architectures.
const (
	cachestat     = 451 // since Linux 6.5
	fchmodat2     = 452 // 6.6
	setxattrat    = 463 // 6.13
	removexattrat = 466 // 6.13
	fileSetattr   = 469 // 6.17
)

// Commands of ioctl that mark files, beside FS_IOC_SETFLAGS.
const (
	setFlags32 = 0x40046602
	setVersion = 0x40087602
	fsSetXattr = 0x401c5820
)

// Offsets in struct seccomp_data: the low halves, on little-endian machines.
const (
	atCall = 0
	atArch = 4
	atArg0 = 16
	atArg1 = 24
	atArg2 = 32
	atArg5 = 56
)

// namespaces are the flags of clone that make a namespace.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER |
	unix.CLONE_NEWPID | unix.CLONE_NEWNET

// judge returns the program for each system call. With marks it also makes the calls marking do
// nothing. With cuts it also refuses to truncate files: early versions of Landlock allow it for any
// file of the user. The length of this function is the list of rules.
func judge(marks, cuts bool) []unix.SockFilter {
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	end := func(verdict uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: verdict}
	}
	jump := func(kind uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | kind | unix.BPF_K, K: k, Jt: yes, Jf: no}
	}
	errno := func(e unix.Errno) unix.SockFilter { return end(unix.SECCOMP_RET_ERRNO | uint32(e)) }
	program := []unix.SockFilter{
		// This filter does not know the call numbers of other architectures, such as 32-bit ones.
		load(atArch), jump(unix.BPF_JEQ, arch, 1, 0), errno(unix.ENOSYS),
		load(atCall), jump(unix.BPF_JGE, foreign, 0, 1), errno(unix.ENOSYS),
	}
	add := func(rules ...unix.SockFilter) { program = append(program, rules...) }
	// fail makes calls fail with e.
	fail := func(e unix.Errno, calls ...uint32) {
		for _, call := range calls {
			add(jump(unix.BPF_JEQ, call, 0, 1), errno(e))
		}
	}
	// only allows the call if the test of the value at an offset gives holds; else it fails with e.
	only := func(call, at uint32, kind uint16, k uint32, holds bool, e unix.Errno) {
		yes, no := uint8(0), uint8(1)
		if !holds {
			yes, no = 1, 0
		}
		add(jump(unix.BPF_JEQ, call, 0, 4), load(at), jump(kind, k, yes, no),
			end(unix.SECCOMP_RET_ALLOW), errno(e))
	}
	// answer answers commands of a call, which are at an offset, and allows the others.
	answer := func(call, at uint32, commands map[uint32]unix.Errno) {
		add(jump(unix.BPF_JEQ, call, 0, uint8(2*len(commands)+2)), load(at))
		for _, command := range slices.Sorted(maps.Keys(commands)) {
			fail(commands[command], command)
		}
		add(end(unix.SECCOMP_RET_ALLOW))
	}
	fail(unix.EPERM, refused...)
	fail(0, ignored...)
	if marks {
		fail(0, marking...)
	}
	// A flag such as RWF_NOWAIT shows whether a page of a file is in memory.
	only(unix.SYS_PREADV2, atArg5, unix.BPF_JEQ, 0, true, unix.EOPNOTSUPP)
	// No filter can read the flags of clone3. If it is missing, libraries call clone instead.
	fail(unix.ENOSYS, unix.SYS_CLONE3)
	only(unix.SYS_CLONE, atArg0, unix.BPF_JSET, namespaces, false, unix.EPERM)
	only(unix.SYS_SOCKET, atArg0, unix.BPF_JEQ, unix.AF_UNIX, true, unix.EAFNOSUPPORT)
	only(unix.SYS_SOCKETPAIR, atArg0, unix.BPF_JEQ, unix.AF_UNIX, true, unix.EAFNOSUPPORT)
	// A limit set on another process of the same user can end it.
	only(unix.SYS_PRLIMIT64, atArg0, unix.BPF_JEQ, 0, true, unix.EPERM)
	// Processors of another process are a memory. Here 0 is the calling thread.
	only(unix.SYS_SCHED_SETAFFINITY, atArg0, unix.BPF_JEQ, 0, true, 0)
	answer(unix.SYS_IOCTL, atArg1, map[uint32]unix.Errno{
		// Typing into a terminal as its user, or pasting.
		unix.TIOCSTI: unix.EPERM, unix.TIOCLINUX: unix.EPERM,
		unix.FS_IOC_SETFLAGS: unix.EPERM, setFlags32: unix.EPERM, setVersion: unix.EPERM,
		fsSetXattr: unix.EPERM,
	})
	// Other processes see locks, leases, notices and hints of a file.
	answer(unix.SYS_FCNTL, atArg1, map[uint32]unix.Errno{
		unix.F_SETLK: 0, unix.F_SETLKW: 0, unix.F_OFD_SETLK: 0, unix.F_OFD_SETLKW: 0,
		unix.F_GETLK: unix.EINVAL, unix.F_OFD_GETLK: unix.EINVAL, unix.F_SETLEASE: unix.EINVAL,
		unix.F_GETLEASE: unix.EINVAL, unix.F_NOTIFY: unix.EINVAL, unix.F_SET_RW_HINT: unix.EINVAL,
		unix.F_GET_RW_HINT: unix.EINVAL, unix.F_SET_FILE_RW_HINT: unix.EINVAL,
	})
	if cuts {
		fail(unix.EPERM, unix.SYS_TRUNCATE)
		fail(unix.ENOSYS, unix.SYS_OPENAT2) // no filter can read its flags
		for call, at := range opens {
			// Opening to write needs the right to write, but opening to read can truncate as well.
			add(jump(unix.BPF_JEQ, call, 0, 5), load(at),
				unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K,
					K: unix.O_TRUNC | unix.O_ACCMODE},
				jump(unix.BPF_JEQ, unix.O_TRUNC|unix.O_RDONLY, 0, 1), errno(unix.EPERM),
				end(unix.SECCOMP_RET_ALLOW))
		}
	}
	return append(program, end(unix.SECCOMP_RET_ALLOW))
}

// filter returns the instructions of judge as numbers for package stage.
func filter(marks, cuts bool) (packed []uint64) {
	for _, f := range judge(marks, cuts) {
		packed = append(packed, uint64(f.Code)<<48|uint64(f.Jt)<<40|uint64(f.Jf)<<32|uint64(f.K))
	}
	return packed
}

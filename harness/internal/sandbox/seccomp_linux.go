//go:build linux && (amd64 || arm64)

package sandbox

import "golang.org/x/sys/unix"

// refused are system calls that reach outside a sandbox or outlive it. No learner needs them:
//   - memory of other processes, and shared memory without files
//   - keys, mounts and namespaces
//   - rings, which hide sockets
//   - attributes, which store notes on any file of the same user
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

// ignored are system calls that advise the page cache. They succeed without effect.
var ignored = []uint32{unix.SYS_FADVISE64, unix.SYS_READAHEAD}

// cachestat exists since Linux 6.5, with this number on all architectures.
const cachestat = 451

// setxattrat exists since Linux 6.13, with this number on all architectures.
const setxattrat = 463

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

// judge returns the program that judges each system call. With cuts it also refuses calls that
// truncate files: early versions of Landlock allow them for any file of the user. The length of
// this function is the list of rules.
func judge(cuts bool) []unix.SockFilter {
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
	// only allows the call if the test of the value at an offset gives holds; else it fails with e.
	only := func(call, at uint32, kind uint16, k uint32, holds bool,
		e unix.Errno) []unix.SockFilter {
		yes, no := uint8(0), uint8(1)
		if !holds {
			yes, no = 1, 0
		}
		return []unix.SockFilter{jump(unix.BPF_JEQ, call, 0, 4), load(at), jump(kind, k, yes, no),
			end(unix.SECCOMP_RET_ALLOW), errno(e)}
	}
	program := []unix.SockFilter{
		// This filter does not know the call numbers of other architectures, such as 32-bit ones.
		load(atArch), jump(unix.BPF_JEQ, arch, 1, 0), errno(unix.ENOSYS),
		load(atCall), jump(unix.BPF_JGE, foreign, 0, 1), errno(unix.ENOSYS),
	}
	for _, call := range refused {
		program = append(program, jump(unix.BPF_JEQ, call, 0, 1), errno(unix.EPERM))
	}
	for _, call := range ignored {
		program = append(program, jump(unix.BPF_JEQ, call, 0, 1), errno(0))
	}
	// A flag such as RWF_NOWAIT shows whether a page of a file is in memory.
	program = append(program, only(unix.SYS_PREADV2, atArg5, unix.BPF_JEQ, 0, true,
		unix.EOPNOTSUPP)...)
	// No filter can read the flags of clone3. If it is missing, libraries call clone instead.
	program = append(program, jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), errno(unix.ENOSYS))
	program = append(program, only(unix.SYS_CLONE, atArg0, unix.BPF_JSET, namespaces, false,
		unix.EPERM)...)
	program = append(program, only(unix.SYS_SOCKET, atArg0, unix.BPF_JEQ, unix.AF_UNIX, true,
		unix.EAFNOSUPPORT)...)
	program = append(program, only(unix.SYS_SOCKETPAIR, atArg0, unix.BPF_JEQ, unix.AF_UNIX, true,
		unix.EAFNOSUPPORT)...)
	// A limit set on another process of the same user can end it.
	program = append(program, only(unix.SYS_PRLIMIT64, atArg0, unix.BPF_JEQ, 0, true,
		unix.EPERM)...)
	// Typing into a terminal as its user, or pasting.
	program = append(program, only(unix.SYS_IOCTL, atArg1, unix.BPF_JEQ, unix.TIOCSTI, false,
		unix.EPERM)...)
	program = append(program, only(unix.SYS_IOCTL, atArg1, unix.BPF_JEQ, unix.TIOCLINUX, false,
		unix.EPERM)...)
	if cuts {
		program = append(program, jump(unix.BPF_JEQ, unix.SYS_TRUNCATE, 0, 1), errno(unix.EPERM))
		// no filter can read its flags
		program = append(program, jump(unix.BPF_JEQ, unix.SYS_OPENAT2, 0, 1), errno(unix.ENOSYS))
		for call, at := range opens {
			// Opening to write needs the right to write, but opening to read can truncate as well.
			program = append(program, jump(unix.BPF_JEQ, call, 0, 5), load(at),
				unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K,
					K: unix.O_TRUNC | unix.O_ACCMODE},
				jump(unix.BPF_JEQ, unix.O_TRUNC|unix.O_RDONLY, 0, 1), errno(unix.EPERM),
				end(unix.SECCOMP_RET_ALLOW))
		}
	}
	return append(program, end(unix.SECCOMP_RET_ALLOW))
}

// pack makes an instruction a number for package stage.
func pack(f unix.SockFilter) uint64 {
	return uint64(f.Code)<<48 | uint64(f.Jt)<<40 | uint64(f.Jf)<<32 | uint64(f.K)
}

// filter returns the instructions of judge, packed.
func filter(cuts bool) (packed []uint64) {
	for _, f := range judge(cuts) {
		packed = append(packed, pack(f))
	}
	return packed
}

package box

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights to files, by what they are for. Those that the kernel does not know yet are left out of what is handled.
const (
	toRead  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	ofFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	toDevices = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// rulesetOf returns all that a kernel of that ABI can deny: files, TCP, signals and abstract sockets out of the box.
func rulesetOf(abi int) unix.LandlockRulesetAttr {
	r := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1}
	for since, right := range map[int]uint64{
		2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
		5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV, 9: unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX,
	} {
		if abi >= since {
			r.Handled_access_fs |= right
		}
	}
	if abi >= 4 {
		r.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 6 {
		r.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return r
}

// abi returns the version of Landlock; an error where the kernel is without it, or does not use it.
func abi() (int, error) {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, fmt.Errorf("box: the kernel has no Landlock: %w", errno)
	}
	return int(v), nil
}

func landlockWorks() error {
	_, err := abi()
	return err
}

// Restrict puts the calling thread, which the caller has locked, under the policy for good: it is for what
// executes another program next. Only [Landlock] restricts here; [Policy.Wrap] is for the other kinds.
func (p Policy) Restrict() error {
	if p.Kind != Landlock {
		return nil
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("box: no new privileges: %w", err)
	}
	if err := p.landlock(); err != nil {
		return fmt.Errorf("box: landlock: %w", err)
	}
	if err := filterCalls(); err != nil {
		return fmt.Errorf("box: seccomp: %w", err)
	}
	return nil
}

func (p Policy) landlock() (err error) {
	version, err := abi()
	if err != nil {
		return err
	}
	attr := rulesetOf(version)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return fmt.Errorf("no ruleset: %w", errno)
	}
	ruleset := int(fd)
	defer func() { err = errors.Join(err, unix.Close(ruleset)) }()
	allow := func(rights uint64, must bool, paths ...string) {
		for _, path := range paths {
			if e := addRule(ruleset, path, rights&attr.Handled_access_fs); e != nil && (must || !errors.Is(e, os.ErrNotExist)) {
				err = errors.Join(err, fmt.Errorf("%s: %w", path, e))
			}
		}
	}
	allow(toRead, false, system...)
	allow(toRead, false, machine...)
	allow(toRead, false, "/proc")
	allow(toDevices, false, devices...)
	allow(toRead, true, p.Read...)
	allow(attr.Handled_access_fs, true, p.Private)
	if err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// addRule allows what is at path, and below it.
func addRule(ruleset int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	runtime.KeepAlive(&rule)
	if errno != 0 {
		return errno
	}
	return nil
}

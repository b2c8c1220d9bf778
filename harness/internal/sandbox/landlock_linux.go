package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spbench/spbench/harness/internal/stage"
	"golang.org/x/sys/unix"
)

// Rights to files, by purpose. Rights unknown to the kernel are left out.
const (
	toRead  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	ofFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	// devices: never allowed
	toMake    = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
	toDevices = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// rulesetOf returns everything that a kernel of that ABI can deny: files, TCP, and signals and
// abstract sockets outside the sandbox.
func rulesetOf(abi int) unix.LandlockRulesetAttr {
	r := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1}
	for since, right := range map[int]uint64{
		2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
		5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV, sockets: unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX,
	} {
		if abi >= since {
			r.Handled_access_fs |= right
		}
	}
	if abi >= 4 {
		r.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= scopes {
		r.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return r
}

// abi returns the version of Landlock, or an error if the kernel has none or does not use it. A
// variable for tests.
var abi = func() (int, error) {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0,
		unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, fmt.Errorf("sandbox: the kernel has no Landlock: %w", errno)
	}
	return int(v), nil
}

// The first ABIs that restrict signals and abstract sockets, and sockets by path.
const (
	scopes  = 6
	sockets = 9
)

// lacks returns the gaps of a kind on this machine that it does not have on others; "" for none.
func lacks(k Kind) (text string) {
	var open []string
	if version, err := abi(); k == Landlock && err == nil {
		if version < scopes {
			open = append(open, "signals")
		}
		if version < sockets {
			open = append(open, "sockets of services")
		}
	}
	if len(filter(false, false)) == 0 {
		open = append(open, "system calls")
	}
	if len(open) == 0 {
		return ""
	}
	return ", open to " + strings.Join(open, ", ")
}

func landlockWorks() error {
	_, err := abi()
	return err
}

// landlock makes a stage deny everything outside the policy.
func (p Policy) landlock(s *stage.Spec) error {
	version, err := abi()
	if err != nil {
		return err
	}
	all := rulesetOf(version)
	s.Deny = stage.Deny{Files: all.Handled_access_fs, Network: all.Handled_access_net,
		Scopes: all.Scoped}
	allow := func(rights uint64, must bool, paths ...string) {
		for _, path := range paths {
			info, e := os.Stat(path)
			switch {
			case e != nil && (must || !errors.Is(e, fs.ErrNotExist)):
				err = errors.Join(err, fmt.Errorf("sandbox: %w", e))
			case e == nil && info.IsDir():
				s.Deny.Allowed = append(s.Deny.Allowed,
					stage.Allowed{Path: path, Rights: rights & s.Deny.Files})
			case e == nil && info.Mode()&fs.ModeDevice != 0 && must:
				s.Deny.Allowed = append(s.Deny.Allowed,
					stage.Allowed{Path: path,
						Rights: (toDevices | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV) & s.Deny.Files})
			case e == nil:
				s.Deny.Allowed = append(s.Deny.Allowed,
					stage.Allowed{Path: path, Rights: rights & s.Deny.Files & ofFiles})
			}
		}
	}
	allow(toRead, false, system...)
	allow(toRead, false, machine...)
	allow(toRead, false, "/proc")
	allow(toDevices, false, devices...)
	allow(toRead, true, p.Read...)
	allow(s.Deny.Files&^toMake, true, p.Private)
	s.Filter = filter(true, version < 3)
	return err
}

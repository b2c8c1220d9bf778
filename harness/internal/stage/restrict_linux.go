package stage

import (
	"syscall"
	"unsafe"
)

// Constants of package unix, the same on all architectures.
const (
	createRuleset   = 444 // since Linux 5.13
	addRule         = 445
	restrictSelf    = 446
	pathBeneath     = 1
	openPath        = 0x200000 // O_PATH
	setNoNewPrivs   = 38
	setSeccomp      = 22
	seccompByFilter = 2
	ambient         = 47 // PR_CAP_AMBIENT
	clearAmbient    = 4

	capabilityVersion3 = 0x20080522
)

// restrict removes the rights denied by the spec from this thread, and so from the program that it
// becomes.
func (s *Spec) restrict() *Failure {
	if s.Pass {
		return s.passFilter()
	}
	if s.Deny.none() && len(s.Filter) == 0 {
		return nil
	}
	if _, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivs, 1, 0, 0, 0, 0); e != 0 {
		return &Failure{"no new privileges", e}
	}
	if failure := s.Deny.impose(); failure != nil {
		return failure
	}
	if e := dropCapabilities(); e != 0 {
		return &Failure{"capabilities", e}
	}
	if len(s.Filter) == 0 {
		return nil
	}
	filter := instructions(s.Filter)
	program := struct {
		n     uint16
		first *instruction
	}{uint16(len(filter)), &filter[0]}
	if _, _, e := syscall.RawSyscall(syscall.SYS_PRCTL, setSeccomp, seccompByFilter,
		uintptr(unsafe.Pointer(&program))); e != 0 {
		return &Failure{"filter of system calls", e}
	}
	return nil
}

// dropCapabilities removes the privileges of root from this thread and from the programs that it
// becomes.
func dropCapabilities() syscall.Errno {
	if syscall.Geteuid() != 0 {
		return 0
	}
	// With no_new_privs set, executing a program as root does not bring them back.
	// does not exist before Linux 4.3
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, ambient, clearAmbient, 0, 0, 0, 0)
	header := struct {
		version uint32
		pid     int32
	}{capabilityVersion3, 0}
	var sets [2]struct{ effective, permitted, inheritable uint32 }
	_, _, e := syscall.RawSyscall(syscall.SYS_CAPSET, uintptr(unsafe.Pointer(&header)),
		uintptr(unsafe.Pointer(&sets)), 0)
	return e
}

func (d *Deny) none() bool { return d.Files|d.Network|d.Scopes == 0 }

// impose restricts this thread by Landlock.
func (d *Deny) impose() *Failure {
	if d.none() {
		return nil
	}
	handled := [3]uint64{d.Files, d.Network, d.Scopes}
	fd, _, e := syscall.RawSyscall(createRuleset, uintptr(unsafe.Pointer(&handled)),
		unsafe.Sizeof(handled), 0)
	if e != 0 {
		return &Failure{"Landlock", e}
	}
	syscall.CloseOnExec(int(fd))
	for _, a := range d.Allowed {
		if err := a.add(fd); err != nil {
			return &Failure{"Landlock " + a.Path, errno(err)}
		}
	}
	if _, _, e := syscall.RawSyscall(restrictSelf, fd, 0, 0); e != 0 {
		return &Failure{"Landlock", e}
	}
	return nil
}

// add adds a to a ruleset.
func (a *Allowed) add(ruleset uintptr) error {
	fd, err := syscall.Open(a.Path, openPath|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	rule := struct { // packed
		rights uint64
		parent int32
	}{a.Rights, int32(fd)}
	if _, _, e := syscall.RawSyscall6(addRule, ruleset, pathBeneath, uintptr(unsafe.Pointer(&rule)),
		0, 0, 0); e != 0 {
		return e
	}
	return nil
}

// An instruction is a struct sock_filter.
type instruction struct {
	code   uint16
	jt, jf uint8
	k      uint32
}

func instructions(packed []uint64) []instruction {
	list := make([]instruction, len(packed))
	for i, p := range packed {
		list[i] = instruction{uint16(p >> 48), uint8(p >> 40), uint8(p >> 32), uint32(p)}
	}
	return list
}

// passFilter writes the filter to a descriptor for the next program.
func (s *Spec) passFilter() *Failure {
	if len(s.Filter) == 0 {
		return nil
	}
	filter := instructions(s.Filter)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&filter[0])),
		len(filter)*int(unsafe.Sizeof(filter[0])))
	var ends [2]int
	err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC)
	if err == nil {
		err = syscall.Dup3(ends[0], FilterFile, 0)
	}
	if err == nil {
		_, err = syscall.Write(ends[1], bytes) // fits into a pipe
	}
	if err != nil {
		return &Failure{"filter of system calls", errno(err)}
	}
	return nil
}

package stage

import "syscall"

// become is the stage proper. Its gate is in place of the supervisor's control. The learner gets
// its standard streams and no other descriptor.
func become() {
	const gate = control
	closeOnExec(gate)
	spec, ok := parse(read(gate))
	if !ok {
		syscall.Exit(1) // the host is gone
	}
	_, _ = syscall.Write(gate, []byte(spec.follow().String())) // fails if nobody listens
	syscall.Exit(1)
}

// follow becomes the program of s. It returns only if that fails.
func (s *Spec) follow() *Failure {
	for _, group := range s.Groups {
		fd, err := syscall.Open(group, syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
		if err == nil {
			_, err = syscall.Write(fd, []byte("0")) // this thread, the only one after execution
			_ = syscall.Close(fd)
		}
		if err != nil {
			return &Failure{"cgroup " + group, errno(err)}
		}
	}
	if err := bound(s.Data, s.Files); err != nil {
		return &Failure{"limit of memory or files", errno(err)}
	}
	if s.Dir != "" {
		if err := syscall.Chdir(s.Dir); err != nil {
			return &Failure{"chdir " + s.Dir, errno(err)}
		}
	}
	if failure := s.restrict(); failure != nil {
		return failure
	}
	return Executing(s.Path, errno(syscall.Exec(s.Path, s.Argv, s.Env)))
}

// read returns everything from a descriptor until its end.
func read(fd int) string {
	var text []byte
	b := make([]byte, 16<<10)
	for {
		switch n, err := syscall.Read(fd, b); {
		case err == syscall.EINTR:
		case n <= 0:
			return string(text)
		default:
			text = append(text, b[:n]...)
		}
	}
}

// errno returns the system's error in err.
func errno(err error) syscall.Errno {
	if e, ok := err.(syscall.Errno); ok {
		return e
	}
	return syscall.EINVAL
}

//go:build unix && !linux

package stage

import "syscall"

// rssUnit is that of Rusage.Maxrss, in bytes (macOS).
const rssUnit = 1

// group starts a process as leader of its own group.
func group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func shield() {}

// closeOnExec keeps descriptors from a program that is executed, of those that a program is likely to have.
func closeOnExec(from int) {
	for fd := from; fd < 256; fd++ {
		syscall.CloseOnExec(fd)
	}
}

func bound(_, _ uint64) error { return nil }

func (s *Spec) restrict() *Failure { return nil }

// Descendants returns nil: what left the learner's group is not found here.
func Descendants(int) []int { return nil }

func children(int) []int { return nil }

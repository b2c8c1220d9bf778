//go:build !linux

package stage

import "syscall"

// rssUnit is the unit of Rusage.Maxrss in bytes (macOS).
const rssUnit = 1

// Group starts a process as leader of its own group.
func Group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func shield() {}

// closeOnExec closes the descriptors that a program is likely to have when another program is
// executed.
func closeOnExec(from int) {
	for fd := from; fd < 256; fd++ {
		syscall.CloseOnExec(fd)
	}
}

func bound(_, _ uint64) error { return nil }

func (s *Spec) restrict() *Failure { return nil }

// Descendants returns nil: this system does not list processes that left the learner's group.
func Descendants(int) []int { return nil }

func children(int) []int { return nil }

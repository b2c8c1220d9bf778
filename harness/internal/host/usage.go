package host

import (
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
)

// A Usage is the cost of a learner's processes, from start to end.
type Usage struct {
	CPU time.Duration // of the process and all that it started, with its two stages
	// Beside are CPU seconds after the training set was loaded, and outside of fits: predictions.
	// NaN if the system does not count them.
	Beside float64
	// Memory is the peak in bytes. Under a limit it is the peak of all processes together: of their
	// cgroup, or as far as it was seen. Otherwise it is the resident memory of the largest process.
	// 0: unknown.
	Memory int64
	// By is the mechanism that limited memory: "cgroup v2", "cgroup v1"; "rlimit", which bounds the
	// private memory of each process, while all together are only looked at; or "" for none.
	By string
	// Hidden means that, without a cgroup, a process hid its memory: Memory may be too small, and
	// the limit exceeded.
	Hidden bool
	// Sandbox is the kind of sandbox with its gaps on this machine: "bubblewrap", "landlock",
	// "none".
	Sandbox string
}

// Usage returns the cost of the learner; after Close.
func (l *Learner) Usage() Usage { return l.usage }

// Memory returns the peak of memory so far, as in [Usage], of a running learner.
func (l *Learner) Memory() int64 {
	return l.process.limit.Peak(proc.LargestMemory(l.process.supervisor.pid()))
}

package host

import (
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
)

// A Usage is what the processes of a learner took, from start to end.
type Usage struct {
	CPU time.Duration // of the process and all that it started, with its two stages
	// Memory is the peak in bytes. Under a limit it is that of all processes together: of
	// their cgroup, or as far as it was seen by looking at them, from time to time. Else it is the resident memory of the
	// largest of them. 0: it is not known.
	Memory int64
	// By is what limited memory: "cgroup v2", "cgroup v1"; "rlimit", which bounds the private memory of each process
	// by itself, while that of all together is looked at from time to time; or "" for nothing.
	By string
	// Hidden says that without a cgroup some process kept from being seen what it holds, so that Memory may be too small
	// and the limit passed.
	Hidden bool
	// Sandbox is what kept it: "bubblewrap", "landlock", each with what it leaves open on this machine, or "none".
	Sandbox string
}

// Usage returns what the learner took; after Close.
func (l *Learner) Usage() Usage { return l.usage }

// Memory returns the peak of memory so far, as [Usage] has it, of a learner that runs.
func (l *Learner) Memory() int64 {
	return l.process.limit.Peak(proc.LargestMemory(l.process.supervisor.pid()))
}

package host

import "time"

// A Usage is what the processes of a learner took, from start to end.
type Usage struct {
	CPU time.Duration // of the process and all that it started, with its two stages
	// Memory is the peak in bytes. Under a limit it is that of all processes together: of
	// their cgroup, or as far as it was seen by looking at them, from time to time. Else it is the sum of the peaks of those that
	// lived at the end; 0 where that is not known, as after a crash.
	Memory int64
	// By is what limited memory: "cgroup v2", "cgroup v1"; "rlimit", which bounds the private memory of each process
	// by itself, while that of all together is looked at from time to time; or "" for nothing.
	By string
}

// Usage returns what the learner took; after Close.
func (l *Learner) Usage() Usage { return l.usage }

// Memory returns the peak of memory so far, as [Usage] has it, of a learner that runs.
func (l *Learner) Memory() int64 {
	return l.process.survey().Memory
}

// survey returns what the process and all that it started hold of memory and have held, before they are killed.
func (p *process) survey() Usage {
	u := Usage{By: p.limit.by, Memory: p.limit.peak()}
	if u.Memory == 0 && p.started() {
		u.Memory = p.peaks()
	}
	return u
}

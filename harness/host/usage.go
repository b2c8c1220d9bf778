package host

import "time"

// A Usage is what the processes of a learner took, from start to end.
type Usage struct {
	CPU time.Duration // of the process, those it waited for, and those of its group that lived at the end
	// Memory is the peak in bytes: of all processes together where a cgroup
	// limits them, else the sum of the peaks of those of the group that lived at
	// the end; 0 where neither is known, as after a crash.
	Memory int64
	// By is what limited memory: "cgroup v2", "cgroup v1", "rlimit", which
	// bounds each process by itself, or "" for nothing.
	By string
}

// Usage returns what the learner took; after Close.
func (l *Learner) Usage() Usage { return l.usage }

// measure returns what the group took, without the CPU time of its leader;
// before it is killed.
func (p *process) measure() (u Usage) {
	if p.cmd.Process != nil && !p.exited(0) {
		u = groupUsage(p.cmd.Process.Pid)
	}
	u.By = p.limit.by
	if peak := p.limit.peak(); peak > 0 {
		u.Memory = peak
	}
	return u
}

package host

import "time"

// A Usage is what the processes of a learner took, from start to end.
type Usage struct {
	CPU time.Duration // of the process, those it waited for, and its others that lived at the end
	// Memory is the peak in bytes: of all processes together where a cgroup
	// limits them, else the sum of the peaks of those that lived at the end; 0
	// where neither is known, as after a crash.
	Memory int64
	// By is what limited memory: "cgroup v2", "cgroup v1", "rlimit", which
	// bounds each process by itself, or "" for nothing.
	By string
}

// Usage returns what the learner took; after Close.
func (l *Learner) Usage() Usage { return l.usage }

// Memory returns the peak of memory so far, as [Usage] has it, of a learner that runs.
func (l *Learner) Memory() int64 {
	u, _ := l.process.survey()
	return u.Memory
}

// survey returns what the group and the strays took, without the CPU time of the
// leader, and the strays: processes that left the group. Before they are killed.
func (p *process) survey() (u Usage, strays []int) {
	if p.cmd.Process != nil {
		u, strays = p.scan()
	}
	u.By = p.limit.by
	if peak := p.limit.peak(); peak > 0 {
		u.Memory = peak
	}
	return u, strays
}

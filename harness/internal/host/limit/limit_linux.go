package limit

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/proc"
)

// CanLimitMemory reports whether [Options.Memory] works on this system.
func CanLimitMemory() bool { return true }

// Mechanisms that limit memory, in the order of preference.
var Mechanisms = []string{"cgroup v2", "cgroup v1", "rlimit"}

// newLimit prepares a limit of bytes and of tasks: where cgroups can be made, they bound all
// processes together. Else RLIMIT_DATA bounds the bytes of each process, and all are looked at.
func newLimit(bytes int64, tasks int) *Limit {
	m := &Limit{bytes: bytes, tasks: tasks}
	mounts, own := proc.ReadFile("/proc/self/mountinfo"), proc.ReadFile("/proc/self/cgroup")
	if bytes > 0 {
		m.group, m.By = newGroup(cgroups(mounts, own, "memory"), func(g cgroup, by string) error {
			return g.boundMemory(by, bytes)
		})
	}
	bound := func(g cgroup, _ string) error { return g.write("pids.max", strconv.Itoa(tasks)) }
	switch where := cgroups(mounts, own, "pids"); {
	case tasks == 0:
	case m.group.dir != "" && bound(m.group, "") == nil:
		m.pids = m.group
	default:
		if m.group.dir != "" && m.By == "cgroup v2" {
			delete(where, m.By) // a process is in one group of version 2
		}
		m.pids, _ = newGroup(where, bound)
	}
	return m
}

// hold puts a stage under the limit, with the children that it will have as a learner. Where no cgroup holds it, it
// returns the RLIMIT_DATA in bytes that the stage is to set; else 0.
func (m *Limit) Hold(pid int) (data uint64, err error) {
	enter := func(g *cgroup) bool {
		if g.dir == "" || g.write("cgroup.procs", strconv.Itoa(pid)) == nil {
			return g.dir != ""
		}
		g.remove()
		return false
	}
	both := m.pids.dir == m.group.dir
	if !both {
		enter(&m.pids)
	}
	if m.bytes == 0 || enter(&m.group) {
		return 0, nil
	}
	if both {
		m.pids = cgroup{}
	}
	m.By = "rlimit"
	return uint64(m.bytes), nil
}

// looked reports whether the processes are to be looked at, as no cgroup bounds something of them.
func (m *Limit) Watched() bool { return m.By == "rlimit" || m.tasks > 0 && m.pids.dir == "" }

// exceeded returns an error if the learner went above a limit, as far as is known. The error wraps ErrMemory or
// ErrProcesses and says by how much. The learner may have gone on. With a cgroup, where caches count too, the
// kernel has killed or refused a process. Else the harness has seen more than the limit.
func (m *Limit) Exceeded() error {
	if n := m.group.event("oom_kill", "memory.events", "memory.oom_control"); n > 0 {
		return fmt.Errorf("%w: the kernel killed %d of its processes at the limit of %s", fault.ErrMemory, n, megabytes(m.bytes))
	}
	if seen := m.seen.Load(); m.bytes > 0 && seen > m.bytes {
		return fmt.Errorf("%w: its processes held %s, above the limit of %s", fault.ErrMemory, megabytes(seen), megabytes(m.bytes))
	}
	if n := m.pids.event("max", "pids.events"); n > 0 {
		return fmt.Errorf("%w: the kernel refused %d of them at the limit of %d", fault.ErrProcesses, n, m.tasks)
	}
	if most := m.most.Load(); m.tasks > 0 && most > int64(m.tasks) {
		return fmt.Errorf("%w: there were %d, above the limit of %d", fault.ErrProcesses, most, m.tasks)
	}
	return nil
}

func megabytes(bytes int64) string {
	return strconv.FormatFloat(float64(bytes)/1e6, 'f', 0, 64) + " MB"
}

// peak returns the most bytes that the processes held at once, as far as is known, the largest of which had that much
// resident memory at its peak.
func (m *Limit) Peak(largest int64) int64 {
	switch {
	case m.bytes == 0:
		return largest
	case m.group.dir == "":
		// Of resident memory the pages of files do not count against the limit: as in a cgroup, which would drop them at it.
		return max(m.seen.Load(), min(largest, m.bytes))
	}
	for _, file := range []string{"memory.peak", "memory.max_usage_in_bytes"} {
		if n, err := strconv.ParseInt(strings.TrimSpace(proc.ReadFile(filepath.Join(m.group.dir, file))), 10, 64); err == nil {
			return n
		}
	}
	return 0
}

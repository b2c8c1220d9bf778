package limit

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/stage"
)

// CanLimitMemory reports whether memory can be limited on this system.
func CanLimitMemory() bool { return true }

// Mechanisms are the ways to limit memory, the best first. Tests shorten the list.
var Mechanisms = []string{"cgroup v2", "cgroup v1", "rlimit"}

// newLimit prepares a limit of bytes and of tasks. If cgroups can be made, they bound all processes
// together. Otherwise RLIMIT_DATA bounds the bytes of each process, and Watch looks at all of them.
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
			delete(where, m.By) // a process is in only one group of version 2
		}
		m.pids, _ = newGroup(where, bound)
	}
	if where := cgroups(mounts, own, "cpuacct"); len(where["cgroup v1"]) > 0 {
		delete(where, "cgroup v2") // each of its groups counts CPU time
		m.cpu, _ = newGroup(where, func(cgroup, string) error { return nil })
	}
	return m
}

// Hold puts a stage, with its later children, under the limit. The stage itself enters cgroups of
// version 1, for which the kernel need not wait for other processes: this saves milliseconds. If no
// cgroup bounds memory, the stage sets RLIMIT_DATA.
func (m *Limit) Hold(pid int, s *stage.Spec) error {
	enter := func(g *cgroup) bool {
		tasks := filepath.Join(g.dir, "tasks")
		if _, err := os.Stat(tasks); err == nil && g.dir != "" {
			s.Groups = append(s.Groups, tasks)
			return true
		}
		if g.dir == "" || g.write("cgroup.procs", strconv.Itoa(pid)) == nil {
			return g.dir != ""
		}
		g.remove()
		return false
	}
	enter(&m.cpu)
	both := m.pids.dir == m.group.dir
	if !both {
		enter(&m.pids)
	}
	if m.bytes == 0 || enter(&m.group) {
		return nil
	}
	if both {
		m.pids = cgroup{}
	}
	m.By, s.Data = "rlimit", uint64(m.bytes)
	return nil
}

// Watched reports whether Watch must look at the processes, because no cgroup bounds them.
func (m *Limit) Watched() bool { return m.By == "rlimit" || m.tasks > 0 && m.pids.dir == "" }

// Exceeded returns an error if the learner exceeded a limit, as far as is known. The error wraps
// ErrMemory or ErrProcesses and says by how much. The learner may have continued. With a cgroup,
// where caches count too, the kernel has killed or refused a process. Otherwise Watch has seen more
// than the limit.
func (m *Limit) Exceeded() error {
	if n := m.group.number("oom_kill ", "memory.events", "memory.oom_control"); n > 0 {
		return fmt.Errorf("%w: the kernel killed %d of its processes at the limit of %s",
			fault.ErrMemory, n, megabytes(m.bytes))
	}
	if seen := m.seen.Load(); m.bytes > 0 && seen > m.bytes {
		return fmt.Errorf("%w: its processes held %s, above the limit of %s", fault.ErrMemory,
			megabytes(seen), megabytes(m.bytes))
	}
	if n := m.pids.number("max ", "pids.events"); n > 0 {
		return fmt.Errorf("%w: the kernel refused %d of them at the limit of %d",
			fault.ErrProcesses, n, m.tasks)
	}
	if most := m.most.Load(); m.tasks > 0 && most > int64(m.tasks) {
		return fmt.Errorf("%w: there were %d, above the limit of %d", fault.ErrProcesses, most,
			m.tasks)
	}
	return nil
}

func megabytes(bytes int64) string {
	return strconv.FormatFloat(float64(bytes)/1e6, 'f', 0, 64) + " MB"
}

// CPUSeconds returns the CPU time of all processes in the cgroup so far, ended ones included. It is
// NaN without a cgroup that counts it.
func (m *Limit) CPUSeconds() float64 {
	if m.cpu.dir != "" {
		return float64(m.cpu.number("", "cpuacct.usage")) / 1e9
	}
	for _, g := range []cgroup{m.pids, m.group} {
		if us := g.number("usage_usec ", "cpu.stat"); us > 0 {
			return float64(us) / 1e6
		}
	}
	return math.NaN()
}

// Peak returns the most bytes that the processes held at once, as far as is known. largest is the
// peak of resident memory of the largest process.
func (m *Limit) Peak(largest int64) int64 {
	switch {
	case m.bytes == 0:
		return largest
	case m.group.dir == "":
		// Pages of files are resident memory, but do not count against the limit: a cgroup would
		// drop them.
		return max(m.seen.Load(), min(largest, m.bytes))
	}
	return m.group.number("", "memory.peak", "memory.max_usage_in_bytes")
}

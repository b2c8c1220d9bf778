package host

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// CanLimitMemory reports whether [Options.Memory] works on this system.
func CanLimitMemory() bool { return true }

// mechanisms that limit memory, in the order of preference.
var mechanisms = []string{"cgroup v2", "cgroup v1", "rlimit"}

// newLimit prepares a limit: by a cgroup, which bounds all processes together,
// where one can be made, else by RLIMIT_DATA, which bounds each of them.
func newLimit(bytes int64) *limit {
	m := &limit{bytes: bytes}
	if bytes == 0 {
		return m
	}
	where := cgroups(readFile("/proc/self/mountinfo"), readFile("/proc/self/cgroup"))
	for _, m.by = range mechanisms {
		for _, dir := range where[m.by] {
			clearGroups(dir)
			if m.makeGroup(dir) == nil {
				return m
			}
		}
	}
	return m
}

// hold puts a stage under the limit, with the children that it will have as a learner. Where no cgroup holds it, it
// returns the RLIMIT_DATA in bytes that the stage is to set; else 0.
func (m *limit) hold(pid int) (data uint64, err error) {
	if m.bytes == 0 {
		return 0, nil
	}
	if m.group != "" {
		if m.write("cgroup.procs", strconv.Itoa(pid)) == nil {
			return 0, nil
		}
		m.removeGroup()
	}
	m.by = "rlimit"
	return uint64(m.bytes), nil
}

// exceeded says by how much the learner went above the limit, in spite of which it may have gone on; "" if it did not, as far
// as is known: of a cgroup, in which caches count too, that the kernel killed for it; else that more was seen.
func (m *limit) exceeded() string {
	if n := m.kills(); n > 0 {
		return fmt.Sprintf("the kernel killed %d of its processes at the limit of %s", n, megabytes(m.bytes))
	}
	if seen := m.seen.Load(); m.bytes > 0 && seen > m.bytes {
		return fmt.Sprintf("its processes held %s, above the limit of %s", megabytes(seen), megabytes(m.bytes))
	}
	return ""
}

func megabytes(bytes int64) string {
	return strconv.FormatFloat(float64(bytes)/1e6, 'f', 0, 64) + " MB"
}

// peak returns the most bytes that the processes held at once, as far as is known, the largest of which had that much
// resident memory at its peak.
func (m *limit) peak(largest int64) int64 {
	switch {
	case m.bytes == 0:
		return largest
	case m.group == "":
		// Of resident memory the pages of files do not count against the limit: as in a cgroup, which would drop them at it.
		return max(m.seen.Load(), min(largest, m.bytes))
	}
	for _, file := range []string{"memory.peak", "memory.max_usage_in_bytes"} {
		if n, err := strconv.ParseInt(strings.TrimSpace(readFile(filepath.Join(m.group, file))), 10, 64); err == nil {
			return n
		}
	}
	return 0
}

// note takes down that the processes hold so much, of which a cgroup would know.
func (m *limit) note(bytes int64) { m.seen.Store(max(m.seen.Load(), bytes)) }

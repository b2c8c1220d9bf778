package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// CanLimitMemory reports whether [Options.Memory] works on this system.
func CanLimitMemory() bool { return true }

// mechanisms that limit memory, in the order of preference.
var mechanisms = []string{"cgroup v2", "cgroup v1", "rlimit"}

// groups counts the cgroups that this process made, for their names.
var groups atomic.Int64

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
			m.group = filepath.Join(dir, fmt.Sprintf("spbench-%d-%d", os.Getpid(), groups.Add(1)))
			if os.Mkdir(m.group, 0o755) == nil {
				if m.setGroup() == nil {
					return m
				}
				_ = os.Remove(m.group) // just made, so empty
			}
			m.group = ""
		}
	}
	return m
}

func readFile(name string) string {
	text, _ := os.ReadFile(name) // nothing is known, then
	return string(text)
}

// cgroups returns, by mechanism, the folders in which cgroups for memory may be
// made: this process's own, and for version 2, where a group with processes
// cannot have groups below it, its parent. The arguments are the contents of the
// files of these names in /proc/self.
func cgroups(mountinfo, cgroup string) map[string][]string {
	own := map[string]string{} // by mechanism
	for line := range strings.Lines(cgroup) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(parts) < 3:
		case parts[0] == "0" && parts[1] == "":
			own["cgroup v2"] = parts[2]
		case has(parts[1], "memory"):
			own["cgroup v1"] = parts[2]
		}
	}
	where := map[string][]string{}
	for line := range strings.Lines(mountinfo) {
		before, after, _ := strings.Cut(line, " - ")
		mount, fs := strings.Fields(before), strings.Fields(after)
		if len(mount) < 5 || len(fs) < 3 {
			continue
		}
		by := map[string]string{"cgroup2": "cgroup v2", "cgroup": "cgroup v1"}[fs[0]]
		path, ok := own[by]
		if !ok || by == "cgroup v1" && !has(fs[2], "memory") {
			continue
		}
		relative, inside := strings.CutPrefix(path, strings.TrimSuffix(mount[3], "/"))
		if !inside {
			relative = "" // another namespace's name for the root
		}
		dir := filepath.Join(mount[4], relative)
		where[by] = []string{dir}
		if by == "cgroup v2" && dir != mount[4] {
			where[by] = append(where[by], filepath.Dir(dir))
		}
	}
	return where
}

func has(list, word string) bool { return strings.Contains(","+list+",", ","+word+",") }

// clearGroups removes the cgroups of harnesses that were killed.
func clearGroups(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, "spbench-*-*"))
	for _, path := range left {
		var pid, n int
		if _, err := fmt.Sscanf(filepath.Base(path), "spbench-%d-%d", &pid, &n); err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.Remove(path) // fails while a process is in it
		}
	}
}

// setGroup writes the limit into the new cgroup. It fails where the cgroup does
// not control memory.
func (m *limit) setGroup() error {
	bytes := strconv.FormatInt(m.bytes, 10)
	if m.by == "cgroup v2" {
		_ = m.write("memory.swap.max", "0")  // without swap there is no such file
		_ = m.write("memory.oom.group", "1") // since Linux 4.19
		return m.write("memory.max", bytes)
	}
	if err := m.write("memory.limit_in_bytes", bytes); err != nil {
		return err
	}
	_ = m.write("memory.memsw.limit_in_bytes", bytes) // only where swap is accounted
	return nil
}

func (m *limit) write(file, text string) error {
	// Not os.WriteFile: it would make the file where the controller has none.
	f, err := os.OpenFile(filepath.Join(m.group, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
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
		_ = os.Remove(m.group) // empty
		m.group = ""
	}
	m.by = "rlimit"
	return uint64(m.bytes), nil
}

// killed reports whether the kernel killed a process of the cgroup at its limit.
func (m *limit) killed() bool {
	if m.group == "" {
		return false
	}
	events := readFile(filepath.Join(m.group, "memory.events")) + readFile(filepath.Join(m.group, "memory.oom_control"))
	for line := range strings.Lines(events) {
		if n, ok := strings.CutPrefix(line, "oom_kill "); ok {
			return strings.TrimSpace(n) != "0"
		}
	}
	return false
}

// peak returns the most bytes that the cgroup held; 0 if that is not known.
func (m *limit) peak() int64 {
	if m.group == "" {
		return 0
	}
	for _, file := range []string{"memory.peak", "memory.max_usage_in_bytes"} {
		if n, err := strconv.ParseInt(strings.TrimSpace(readFile(filepath.Join(m.group, file))), 10, 64); err == nil {
			return n
		}
	}
	return 0
}

// remove kills what is left in the cgroup, such as children that left the
// process group, and removes it.
func (m *limit) remove() {
	if m.group == "" {
		return
	}
	for start := time.Now(); os.Remove(m.group) != nil && time.Since(start) < waitDelay; time.Sleep(time.Millisecond) {
		for pid := range strings.FieldsSeq(readFile(filepath.Join(m.group, "cgroup.procs"))) {
			if n, err := strconv.Atoi(pid); err == nil && n > 0 {
				_ = syscall.Kill(n, syscall.SIGKILL) // gone already, then
			}
		}
	}
}

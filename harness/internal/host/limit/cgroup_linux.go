package limit

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

	"github.com/spbench/spbench/harness/internal/host/proc"
)

// cgroups returns, by mechanism, the folders for new cgroups with a controller. One is this process's
// own. In version 2 a group with processes has none below it, so its parent is another. The arguments are the contents of the files of these names in /proc/self.
func cgroups(mountinfo, cgroup, controller string) map[string][]string {
	own := map[string]string{} // by mechanism
	for line := range strings.Lines(cgroup) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(parts) < 3:
		case parts[0] == "0" && parts[1] == "":
			own["cgroup v2"] = parts[2]
		case has(parts[1], controller):
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
		if !ok || by == "cgroup v1" && !has(fs[2], controller) {
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

// groups counts the cgroups made by this process, for their names.
var groups atomic.Int64

// nameGroup is the name of cgroups: the process id and birth of their harness, and a number.
const nameGroup = "spbench-%d-%d-%d"

// newGroup makes a cgroup accepted by bound, with the first possible mechanism. If none is
// possible, it returns no cgroup and the last mechanism.
func newGroup(where map[string][]string, bound func(g cgroup, by string) error) (g cgroup,
	by string) {
	for _, by = range Mechanisms {
		for _, dir := range where[by] {
			if by == "cgroup v2" &&
				len(proc.ReadFile(filepath.Join(dir, "cgroup.subtree_control"))) < 2 {
				continue // groups below it bound nothing
			}
			clearGroups(dir)
			if g, err := makeGroup(dir); err == nil {
				if bound(g, by) == nil {
					return g, by
				}
				g.remove()
			}
		}
	}
	return cgroup{}, by
}

// makeGroup makes a cgroup in a folder.
func makeGroup(dir string) (g cgroup, err error) {
	pid := os.Getpid()
	g.dir = filepath.Join(dir, fmt.Sprintf(nameGroup, pid, proc.Birth(pid), groups.Add(1)))
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return cgroup{}, err
	}
	if g.lock, err = proc.LockFolder(g.dir); err != nil {
		g.remove()
	}
	return g, err
}

// boundMemory writes the limit into a new cgroup. It fails if the cgroup does not control memory.
func (g cgroup) boundMemory(by string, limit int64) error {
	bytes := strconv.FormatInt(limit, 10)
	if by == "cgroup v2" {
		_ = g.write("memory.swap.max", "0")  // without swap there is no such file
		_ = g.write("memory.oom.group", "1") // since Linux 4.19
		return g.write("memory.max", bytes)
	}
	if err := g.write("memory.limit_in_bytes", bytes); err != nil {
		return err
	}
	_ = g.write("memory.memsw.limit_in_bytes", bytes) // only where swap is accounted
	return nil
}

func (g cgroup) write(file, text string) error {
	// Not os.WriteFile, which would create the file if the controller has none.
	f, err := os.OpenFile(filepath.Join(g.dir, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// number returns the number behind name, at the start of a line, in the first file with this line;
// 0 if there is none.
func (g cgroup) number(name string, files ...string) int64 {
	for _, file := range files {
		if n := proc.Number(proc.ReadFile(filepath.Join(g.dir, file)), name); n > 0 && g.dir != "" {
			return n
		}
	}
	return 0
}

// remove kills the processes in the cgroup and removes it.
func (g *cgroup) remove() {
	if g.dir != "" {
		emptyGroup(g.dir)
	}
	if g.lock != nil {
		_ = g.lock.Close()
	}
	*g = cgroup{}
}

// Remove kills the processes in the cgroups and removes them.
func (m *Limit) Remove() {
	if m.pids.dir != m.group.dir {
		m.pids.remove()
	}
	m.group.remove()
	m.cpu.remove()
}

// clearGroups removes the cgroups of dead harnesses, and kills the processes in them. It does not
// wait: what is left, a later harness removes. A harness is alive if a process has the id and birth
// in the name, or, in another process namespace, if the lock is held.
func clearGroups(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, "spbench-*-*-*"))
	for _, group := range left {
		var pid, n int
		var born int64
		if _, err := fmt.Sscanf(filepath.Base(group), nameGroup, &pid, &born, &n); err != nil ||
			proc.Birth(pid) == born {
			continue
		}
		if lock, err := proc.LockFolder(group); err == nil {
			dissolve(group)
			_ = lock.Close()
		}
	}
}

// emptyDelay is the most time for the processes of a cgroup to end after they were killed. They end
// once each has had a processor.
const emptyDelay = 5 * time.Second

// emptyGroup kills the processes in a cgroup and removes it.
func emptyGroup(group string) {
	for start := time.Now(); !dissolve(group) && time.Since(start) < emptyDelay; {
		time.Sleep(time.Millisecond)
	}
}

// dissolve kills the processes in a cgroup and in those that a learner made below it, and removes
// the empty ones. It reports whether the cgroup is gone.
func dissolve(group string) bool {
	if os.Remove(group) == nil {
		return true
	}
	_ = cgroup{dir: group}.write("pids.max", "0") // else a chain of forks outruns the signals
	entries, _ := os.ReadDir(group)
	for _, entry := range entries {
		if entry.IsDir() {
			dissolve(filepath.Join(group, entry.Name()))
		}
	}
	for pid := range strings.FieldsSeq(proc.ReadFile(filepath.Join(group, "cgroup.procs"))) {
		if n, err := strconv.Atoi(pid); err == nil && n > 0 {
			_ = syscall.Kill(n, syscall.SIGKILL) // it may have ended by now
		}
	}
	return os.Remove(group) == nil
}

package host

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/internal/stage"
)

// sampleEvery is the least time between looks; a variable for tests.
var sampleEvery = 100 * time.Millisecond

// sampleShare: one part in so many of a processor, at most, goes into looking.
const sampleShare = 100

// watch checks the learner's processes together against the limits not enforced by a cgroup, and
// kills them above one. It returns when they have ended, or after a last look when closing is
// closed.
func (p *process) watch() {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	defer close(p.watched)
	before := false // hidden, at the look before
	for last := false; ; {
		began := threadTime()
		bytes, tasks, hidden := p.count()
		p.limit.note(bytes, tasks)
		// What becomes another program hides for a moment.
		if hidden && (before || last) {
			p.limit.hidden.Store(true)
		}
		before = hidden
		if p.limit.exceeded() != nil {
			p.kill()
		}
		if last {
			return
		}
		wait := time.NewTimer(max(sampleEvery, sampleShare*(threadTime()-began)))
		select {
		case <-p.done:
			wait.Stop()
			return
		case <-p.closing:
			wait.Stop()
			last = true
		case <-wait.C:
		}
	}
}

// count returns the totals of the learner's processes not counted by a cgroup: the bytes they hold,
// see held, and their threads.
func (p *process) count() (bytes, tasks int64, hidden bool) {
	pids := stage.Descendants(p.cmd.Process.Pid)
	if p.limit.by == "rlimit" {
		bytes, hidden = held(pids, p.tmp, p.limit.bytes)
	}
	if p.limit.pids.dir == "" {
		for _, pid := range pids {
			tasks += field(readFile(fmt.Sprintf("/proc/%d/status", pid)), "Threads:")
		}
	}
	return bytes, tasks, hidden
}

func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // there always is one
	return time.Duration(t.Nano())
}

// held returns how many bytes processes hold together that cannot be dropped as the pages of files on disk can: at least,
// as of files in memory only those are known that they have open or that lie in their folder. Pages that several of them have
// count for each, unless that is more than the limit: then once, which takes time to tell. Of processes that hide what they hold
// less is known.
func held(pids []int, folder string, limit int64) (bytes int64, hidden bool) {
	files, hidden := filesInMemory(pids, folder)
	sum := func(of func(pid int) (m memory, seen bool)) int64 {
		var all memory
		for _, pid := range pids {
			m, seen := of(pid)
			hidden = hidden || !seen && alive(pid)
			all.private += m.private
			all.shared += m.shared
		}
		return all.private + max(all.shared, files) // the files may be what is shared
	}
	if bytes := sum(resident); bytes <= limit {
		return bytes, hidden
	}
	bytes = sum(proportional)
	return bytes, hidden
}

// A memory is what a process holds, in bytes: of its own, with what is swapped, and shared.
type memory struct{ private, shared int64 }

// resident counts all pages. A process may not be seen, as in a /proc that shows only those that can be looked into.
func resident(pid int) (m memory, seen bool) {
	status := readFile(fmt.Sprintf("/proc/%d/status", pid))
	return memory{kilobytes(status, "RssAnon:") + kilobytes(status, "VmSwap:"), kilobytes(status, "RssShmem:")}, status != ""
}

func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// proportional counts of pages that n processes have one n-th.
func proportional(pid int) (m memory, seen bool) {
	maps := readFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if !strings.Contains(maps, "Pss_Anon:") { // before Linux 5.3, or of a process that does not let itself be seen
		return resident(pid)
	}
	return memory{kilobytes(maps, "Pss_Anon:") + kilobytes(maps, "SwapPss:"), kilobytes(maps, "Pss_Shmem:")}, true
}

// kilobytes returns the bytes that a line of a file of /proc tells, which begins so; 0 if there is none.
func kilobytes(text, name string) int64 { return field(text, name) << 10 }

// field returns the number in the line of that name, without its unit.
func field(text, name string) int64 {
	_, after, _ := strings.Cut("\n"+text, "\n"+name)
	line, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	return n
}

package host

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/internal/stage"
)

// sampleEvery is the least time between looks; a variable for tests.
var sampleEvery = 100 * time.Millisecond

// sampleShare: one part in so many of a processor, at most, goes into looking.
const sampleShare = 100

// watch holds what the learner's processes have together against the limit, as no cgroup does, and kills them above it. It
// returns when they have ended, or after a last look when closing is closed.
func (p *process) watch() {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	defer close(p.watched)
	for last := false; ; {
		began := threadTime()
		p.limit.note(held(stage.Descendants(p.cmd.Process.Pid), p.tmp, p.limit.bytes))
		if p.limit.exceeded() != "" {
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

func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // there always is one
	return time.Duration(t.Nano())
}

// held returns how many bytes processes hold together that cannot be dropped as the pages of files on disk can: at least,
// as of files in memory only those are known that they have open or that lie in their folder. Pages that several of them have
// count for each, unless that is more than the limit: then once, which takes time to tell.
func held(pids []int, folder string, limit int64) int64 {
	files := filesInMemory(pids, folder)
	sum := func(of func(pid int) memory) int64 {
		var all memory
		for _, pid := range pids {
			m := of(pid)
			all.private += m.private
			all.shared += m.shared
		}
		return all.private + max(all.shared, files) // the files may be what is shared
	}
	if bytes := sum(resident); bytes <= limit {
		return bytes
	}
	return sum(proportional)
}

// A memory is what a process holds, in bytes: of its own, with what is swapped, and shared.
type memory struct{ private, shared int64 }

// resident counts all pages.
func resident(pid int) memory {
	status := readFile(fmt.Sprintf("/proc/%d/status", pid))
	return memory{kilobytes(status, "RssAnon:") + kilobytes(status, "VmSwap:"), kilobytes(status, "RssShmem:")}
}

// proportional counts of pages that n processes have one n-th.
func proportional(pid int) memory {
	maps := readFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if !strings.Contains(maps, "Pss_Anon:") { // before Linux 5.3, or of a process that does not let itself be seen
		return resident(pid)
	}
	return memory{kilobytes(maps, "Pss_Anon:") + kilobytes(maps, "SwapPss:"), kilobytes(maps, "Pss_Shmem:")}
}

// kilobytes returns the bytes that a line of a file of /proc tells, which begins so; 0 if there is none.
func kilobytes(text, name string) int64 {
	_, after, _ := strings.Cut("\n"+text, "\n"+name)
	line, _, _ := strings.Cut(after, "\n")
	kB, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	return kB << 10
}

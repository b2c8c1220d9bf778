package limit

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/stage"
)

// Watch checks the processes below root, and their folder, against the limits not enforced by a
// cgroup. It calls kill above a limit. It returns when done is closed, or after a last look when
// closing is closed.
func (m *Limit) Watch(root int, folder string, kill func(), done, closing <-chan struct{}) {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	before := false // hidden, at the look before
	for last := false; ; {
		began := proc.ThreadTime()
		hidden := m.look(root, folder)
		// A process hides for a moment while it executes another program.
		if hidden && (before || last) {
			m.hidden.Store(true)
		}
		before = hidden
		if m.Exceeded() != nil {
			kill()
		}
		if last {
			return
		}
		wait := time.NewTimer(max(SampleEvery, SampleShare*(proc.ThreadTime()-began)))
		select {
		case <-done:
			wait.Stop()
			return
		case <-closing:
			wait.Stop()
			last = true
		case <-wait.C:
		}
	}
}

// look records what the processes hold beside their cgroups: bytes, see held, and threads. It
// reports whether one of them hides what it holds.
func (m *Limit) look(root int, folder string) (hidden bool) {
	pids := stage.Descendants(root)
	bytes, tasks := int64(0), int64(0)
	if m.By == "rlimit" {
		bytes, hidden = held(pids, folder, m.bytes)
	}
	if m.pids.dir == "" {
		for _, pid := range pids {
			tasks += proc.Number(proc.ReadFile(fmt.Sprintf("/proc/%d/status", pid)), "Threads:")
		}
	}
	m.seen.Store(max(m.seen.Load(), bytes))
	m.most.Store(max(m.most.Load(), tasks))
	return hidden
}

// held returns the bytes of all processes together. Pages of files on disk can be dropped, and do not
// count. This is a lower bound: it knows only the open files in memory, and those in folder.
//
// Pages shared by several processes count for each. If the sum exceeds the limit, held counts them
// once, which takes longer. It knows less about processes that hide their memory.
func held(pids []int, folder string, limit int64) (bytes int64, hidden bool) {
	files, hidden := filesInMemory(pids, folder)
	sum := func(of func(pid int) (m memory, seen bool)) int64 {
		var all memory
		for _, pid := range pids {
			m, seen := of(pid)
			hidden = hidden || !seen && proc.Alive(pid)
			all.private += m.private
			all.shared += m.shared
		}
		return all.private + max(all.shared, files) // the files may be the shared memory
	}
	if bytes := sum(resident); bytes <= limit {
		return bytes, hidden
	}
	bytes = sum(proportional)
	return bytes, hidden
}

// A memory is the memory of a process in bytes: private, with swap, and shared.
type memory struct{ private, shared int64 }

// resident counts all pages. seen is false for an invisible process, as with hidepid.
func resident(pid int) (m memory, seen bool) {
	status := proc.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return memory{proc.Bytes(status, "RssAnon:") + proc.Bytes(status, "VmSwap:"),
		proc.Bytes(status, "RssShmem:")}, status != ""
}

// proportional counts one n-th of a page shared by n processes.
func proportional(pid int) (m memory, seen bool) {
	maps := proc.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if !strings.Contains(maps, "Pss_Anon:") { // before Linux 5.3, or for a process that hides
		return resident(pid)
	}
	return memory{proc.Bytes(maps, "Pss_Anon:") + proc.Bytes(maps, "SwapPss:"),
		proc.Bytes(maps, "Pss_Shmem:")}, true
}

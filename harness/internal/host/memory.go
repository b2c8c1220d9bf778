package host

import (
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
)

// A limit bounds the memory of a learner's processes, and their number. The zero limit bounds
// nothing.
type limit struct {
	bytes int64        // 0: no limit
	tasks int          // threads of all processes; 0: no limit
	by    string       // what bounds memory: "cgroup v2", "cgroup v1", "rlimit"
	group cgroup       // that bounds memory
	pids  cgroup       // that bounds tasks; may be group
	nproc bool         // RLIMIT_NPROC bounds tasks
	seen  atomic.Int64 // the most bytes that the processes were seen to hold, without a cgroup
	most  atomic.Int64 // the most tasks that were seen at once, without a cgroup

	hidden atomic.Bool // some hid what they hold
}

// A cgroup is a group of processes bounded together by the kernel. It is locked as long as this
// process lives.
type cgroup struct {
	dir  string // "": there is none
	lock *os.File
}

// outOfProcesses are the messages of programs when they are refused a process or thread.
var outOfProcesses = []string{
	"Resource temporarily unavailable", // shells, C
	"failed to create new OS thread",   // Go
	"can't start new thread",           // Python
	"unable to create native thread",   // Java
}

// outOfMemory are what programs say that were refused memory, or the compilers
// and interpreters that made them.
var outOfMemory = []string{
	"out of memory", // Go, malloc
	"annot allocate memory",
	"MemoryError",                // Python
	"std::bad_alloc",             // C++
	"memory allocation of",       // Rust
	"java.lang.OutOfMemoryError", // Java
	"OutOfMemoryError()",         // Julia
	"cannot allocate vector of",  // R
	"Unable to allocate",         // NumPy
}

// met returns ErrMemory or ErrProcesses if the learner exceeded its limit, or if text, its last
// words, says so; else nil.
func (m *limit) met(text string) error {
	over := m.exceeded()
	says := func(phrase string) bool { return strings.Contains(text, phrase) }
	switch {
	case errors.Is(over, ErrMemory),
		m.bytes == 0 && says("fatal error: runtime: out of memory"), // of the machine, then
		m.bytes > 0 && slices.ContainsFunc(outOfMemory, says):
		return ErrMemory
	case over != nil, m.nproc && slices.ContainsFunc(outOfProcesses, says):
		return ErrProcesses
	}
	return nil
}

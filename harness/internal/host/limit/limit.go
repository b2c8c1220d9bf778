package limit

import (
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// SampleEvery is the least time between two looks at the processes of a learner. Tests change it.
var SampleEvery = 100 * time.Millisecond

// SampleShare: at most one part in 100 of a processor goes into looking.
const SampleShare = 100

// A Limit bounds the memory and the number of a learner's processes. The zero Limit bounds nothing.
type Limit struct {
	bytes int64        // 0: no limit
	tasks int          // threads of all processes; 0: no limit
	By    string       // bounds memory: "cgroup v2", "cgroup v1", "rlimit"
	group cgroup       // bounds memory
	pids  cgroup       // bounds tasks; may be group
	cpu   cgroup       // counts CPU time, with version 1
	nproc bool         // RLIMIT_NPROC bounds tasks
	seen  atomic.Int64 // the most bytes seen at once, without a cgroup
	most  atomic.Int64 // the most tasks seen at once, without a cgroup

	hidden atomic.Bool // some processes hide their memory
}

// A cgroup is a group of processes bounded together by the kernel. It is locked as long as this
// process lives.
type cgroup struct {
	dir  string // "": there is none
	lock *os.File
}

// outOfProcesses are the messages of programs without a process or thread that they need.
var outOfProcesses = []string{
	"Resource temporarily unavailable", // shells, C
	"failed to create new OS thread",   // Go
	"can't start new thread",           // Python
	"unable to create native thread",   // Java
}

// outOfMemory are the messages of programs without memory, by their compilers and interpreters.
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

// Met returns ErrMemory or ErrProcesses if the learner exceeded its limit, or if text, its last
// output, says so; else nil.
func (m *Limit) Met(text string) error {
	over := m.Exceeded()
	says := func(phrase string) bool { return strings.Contains(text, phrase) }
	switch {
	case errors.Is(over, fault.ErrMemory),
		m.bytes == 0 && says("fatal error: runtime: out of memory"), // of the machine
		m.bytes > 0 && slices.ContainsFunc(outOfMemory, says):
		return fault.ErrMemory
	case over != nil, m.nproc && slices.ContainsFunc(outOfProcesses, says):
		return fault.ErrProcesses
	}
	return nil
}

// New prepares a limit of bytes and of threads, of which 0 stands for none. If no cgroup bounds the
// processes, it makes the policy stop a burst at twice the limit. Counting then finds learners
// above the limit itself: the harness cannot see refusals by RLIMIT_NPROC.
func New(bytes int64, tasks int, p *sandbox.Policy) *Limit {
	m := newLimit(bytes, tasks)
	if m.pids.dir == "" {
		p.Processes, m.nproc = 2*m.tasks, p.Kind == sandbox.Bubblewrap
	}
	return m
}

// Hidden reports whether, without a cgroup, a process hid what it holds.
func (m *Limit) Hidden() bool { return m.hidden.Load() }

// Most returns the most threads seen at once; 0 if a cgroup bounds them.
func (m *Limit) Most() int { return int(m.most.Load()) }

// DefaultFiles is the default limit of open files for each process of a learner.
const DefaultFiles = 4096

// DefaultProcesses returns the default limit of processes and threads for a learner with this
// number of computing threads.
func DefaultProcesses(threads int) int { return max(256, 4*threads) }

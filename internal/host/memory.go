package host

import (
	"os"
	"strings"
	"sync/atomic"
)

// A limit bounds the memory of a learner's processes. The zero limit bounds
// nothing.
type limit struct {
	bytes int64  // 0: no limit
	by    string // what enforces it: "cgroup v2", "cgroup v1", "rlimit"
	group string // the folder of the cgroup; "" for none
	lock  *os.File
	seen  atomic.Int64 // the most bytes that the processes were seen to hold, without a cgroup

	hidden atomic.Bool // some hid what they hold
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

// met reports whether the limit was exceeded, or text, the last of what was
// heard of the learner, says so.
func (m *limit) met(text string) bool {
	if m.exceeded() != "" {
		return true
	}
	if m.bytes == 0 {
		return strings.Contains(text, "fatal error: runtime: out of memory") // of the machine, then
	}
	for _, phrase := range outOfMemory {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}

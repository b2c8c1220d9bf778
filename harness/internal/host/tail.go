package host

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/internal/wire"
)

const (
	tailBytes  = 32 << 10 // kept
	quoteLines = 12       // in an error
	quoteBytes = 1 << 10  // of each line in an error
)

// A tail passes on the standard error of a process and keeps its end. It is safe for concurrent
// use.
type tail struct {
	mu   sync.Mutex
	next io.Writer // nil: nowhere
	kept []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next != nil {
		// A full log must not stop the process.
		_, _ = t.next.Write(b)
	}
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - tailBytes; over > tailBytes {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(b), nil
}

// text returns the kept end.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return wire.Printable(string(bytes.TrimSpace(t.kept)))
}

// quote returns the lines that best explain a death: those around the last panic or traceback, or
// else the last ones; "" if there are none. It leaves out go-plugin's debug lines of learners
// without the SDK.
func (t *tail) quote() string {
	lines := slices.DeleteFunc(strings.Split(t.text(), "\n"), func(line string) bool {
		return line == "" || strings.HasPrefix(line, `{"@level":"debug"`) ||
			strings.HasPrefix(line, `{"@level":"trace"`)
	})
	if len(lines) == 0 {
		return ""
	}
	from := max(0, len(lines)-quoteLines)
	for i, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") ||
			strings.HasPrefix(line, "Traceback (") {
			from = max(0, i-3)
		}
	}
	lines = lines[from:]
	if len(lines) > quoteLines {
		lines = append(lines[:quoteLines:quoteLines], "…")
	}
	for i := range lines {
		lines[i] = wire.Beginning(lines[i], quoteBytes)
	}
	return "\n\t" + strings.Join(lines, "\n\t")
}

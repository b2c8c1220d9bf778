package run

import (
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/record"
)

// A measured says under what conditions a fit was timed, in all processes that it took.
type measured struct {
	Beside    bool          // other fits ran at the same time
	Machines  []string      // each once, in their order
	Sandboxes []string      // of its processes, each once, in their order
	CPUs      int           // of the machine that had most to do for its processors
	Load      record.Number // of that machine
	Memory    int64         // bytes at the peak, of processes before the last one
}

// here returns what is so in this process, as a fit begins or goes on.
func (r *run) here() measured {
	return measured{Beside: r.Workers > 1, Machines: []string{thisMachine()}, Sandboxes: []string{r.sandbox.Name()}, CPUs: runtime.NumCPU(), Load: record.Number(proc.LoadAverage())}
}

// after makes m what it is of a fit that goes on here where one under the conditions before was interrupted.
func (m *measured) after(before measured) {
	m.Beside = m.Beside || before.Beside
	m.Memory = max(m.Memory, before.Memory)
	if before.CPUs > 0 && float64(before.Load)/float64(before.CPUs) > float64(m.Load)/float64(m.CPUs) {
		m.Load, m.CPUs = before.Load, before.CPUs
	}
	m.Machines, m.Sandboxes = united(before.Machines, m.Machines), united(before.Sandboxes, m.Sandboxes)
}

// united returns the names in first, and then those in second that are not among them.
func united(first, second []string) []string {
	all := slices.Clone(first)
	for _, name := range second {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// write puts m into the times of a record that has the usage of the last process.
func (m *measured) write(t *record.Times) {
	t.Concurrent, t.CPUs, t.Load = m.Beside, m.CPUs, m.Load
	t.Machine = strings.Join(m.Machines, record.MachineSeparator)
	if len(m.Sandboxes) > 1 {
		t.Process.Sandbox = strings.Join(m.Sandboxes, record.MachineSeparator)
	}
	t.Node, _ = os.Hostname()                                              // a machine without a name
	if m.Memory > 0 && !(float64(t.Process.Memory) >= float64(m.Memory)) { // nor is it known
		t.Process.Memory = record.Number(m.Memory)
	}
}

package fit

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
)

// conditions are those under which a fit was timed, in all processes that it ran in.
type conditions struct {
	Beside    bool          // other fits ran at the same time
	Machines  []string      // in their order, without repetition
	Sandboxes []string      // sandboxes, likewise
	CPUs      int           // of the machine with the highest load per processor
	Load      record.Number // of that machine
	Memory    int64         // peak in bytes, of processes before the last one
}

// conditions returns the present conditions of this process.
func (s *Session) conditions() conditions {
	return conditions{
		Beside: s.Parallel, Machines: []string{Machine()},
		Sandboxes: []string{s.Plan.Host.Sandbox.Name()},
		CPUs:      runtime.NumCPU(), Load: record.Number(proc.LoadAverage()),
	}
}

// after adds the conditions of earlier processes of the fit.
func (c *conditions) after(before conditions) {
	c.Beside = c.Beside || before.Beside
	c.Memory = max(c.Memory, before.Memory)
	if before.CPUs > 0 &&
		float64(before.Load)/float64(before.CPUs) > float64(c.Load)/float64(c.CPUs) {
		c.Load, c.CPUs = before.Load, before.CPUs
	}
	c.Machines = ordered.Add(slices.Clip(before.Machines), c.Machines...)
	c.Sandboxes = ordered.Add(slices.Clip(before.Sandboxes), c.Sandboxes...)
}

// write writes the conditions into times that have the usage of the last process.
func (c *conditions) write(t *record.Times) {
	t.Concurrent, t.CPUs, t.Load = c.Beside, c.CPUs, c.Load
	t.Machine = strings.Join(c.Machines, record.MachineSeparator)
	if len(c.Sandboxes) > 1 {
		t.Process.Sandbox = strings.Join(c.Sandboxes, record.MachineSeparator)
	}
	t.Node, _ = os.Hostname()                                              // "" without a name
	if c.Memory > 0 && !(float64(t.Process.Memory) >= float64(c.Memory)) { // smaller, or NaN
		t.Process.Memory = record.Number(c.Memory)
	}
}

// Machine describes the machine that seconds are measured on. Tests replace it.
var Machine = sync.OnceValue(func() string {
	return fmt.Sprintf(
		"%s, %d CPUs, %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version(),
	)
})

// processor returns the model of the processor, if the system tells it.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok &&
			strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

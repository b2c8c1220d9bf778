package host

import (
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
)

// brief is the time of a fit before its processes are listed. Listing touches all their threads,
// and the kernel then takes milliseconds to end each of them: more than a short fit takes. A
// variable for tests.
var brief = 50 * time.Millisecond

// A cpuMeter measures the CPU time of the processes of a learner from its start on.
type cpuMeter struct {
	process *process
	first   *time.Timer // lists them
	mu      sync.Mutex
	pids    []int // counted processes
	base    float64
	listed  bool
}

// measureCPU begins to measure, within microseconds, until stop. At first it counts the process
// that serves, and those above it. Others count from the first list on, or from their start.
func (p *process) measureCPU() *cpuMeter {
	c := &cpuMeter{process: p, pids: p.socket.known()}
	c.base = proc.CPUSeconds(c.pids)
	c.first = time.AfterFunc(brief, c.list)
	return c
}

func (c *cpuMeter) list() {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := proc.Tree(c.process.supervisor.pid())
	c.base += proc.CPUSeconds(all) - proc.CPUSeconds(c.pids)
	c.pids, c.listed = all, true
}

// seconds returns the CPU seconds since the start; NaN if the system does not count them.
func (c *cpuMeter) seconds() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listed {
		c.pids = proc.Tree(c.process.supervisor.pid())
	}
	return proc.CPUSeconds(c.pids) - c.base
}

func (c *cpuMeter) stop() { c.first.Stop() }

package host

import (
	"sync"
	"time"
)

// brief is how long a fit may take before its processes are listed. Listing touches all their
// threads, and the kernel then takes milliseconds to end each of them: more than a short fit takes.
// A variable for tests.
var brief = 50 * time.Millisecond

// A computing measures what the processes of a learner compute from its start on.
type computing struct {
	process *process
	first   *time.Timer // lists them
	mu      sync.Mutex
	pids    []int // that are counted
	base    float64
	listed  bool
}

// computing begins to measure, within microseconds; stop ends that. It counts the process that
// serves, and those above it. Others count from their first list on, or from their start.
func (p *process) computing() *computing {
	c := &computing{process: p, pids: p.known()}
	c.base = cpuSeconds(c.pids)
	c.first = time.AfterFunc(brief, c.list)
	return c
}

// known returns the process that serves, and those above it; none before it does.
func (p *process) known() []int {
	if serving := p.serving.Load(); serving != nil {
		return *serving
	}
	return nil
}

func (c *computing) list() {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.process.all()
	c.base += cpuSeconds(all) - cpuSeconds(c.pids)
	c.pids, c.listed = all, true
}

// seconds returns the CPU seconds since the start; NaN where the system does not count them.
func (c *computing) seconds() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listed {
		c.pids = c.process.all()
	}
	return cpuSeconds(c.pids) - c.base
}

func (c *computing) stop() { c.first.Stop() }

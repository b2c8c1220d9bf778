package host

import (
	"math"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/host/proc"
)

// brief is the time of a call before its processes are listed. Listing touches all their threads,
// and the kernel then takes milliseconds to end each of them: more than a short fit takes. A
// variable for tests.
var brief = 50 * time.Millisecond

// fresh is the time for which a list of processes serves. States may be saved at each step.
const fresh = 10 * time.Millisecond

// A cpuMeter measures the CPU time of the processes of a learner from its start on. The time of a
// child counts with its waiting parent, or with its cgroup. Otherwise the meter knows the last time
// seen of the child. It looks ten times a second, so a shorter child may be missed: see forgets.
type cpuMeter struct {
	process *process
	group   float64 // CPU seconds of the cgroup at the start
	before  float64 // CPU seconds of the first pids at the start

	mu     sync.Mutex
	next   *time.Timer // lists the processes
	ended  bool
	pids   []int                 // counted processes
	base   float64               // CPU seconds of these at the start
	own    map[int]time.Duration // of each process listed so far, without children; nil: none yet
	gained float64               // seconds at the first list, and those of all of them since
	most   float64               // seconds so far
	looked time.Time             // when the processes were listed

	// forgotten reports that a process ignores the ends of its children, and no cgroup counts them.
	forgotten bool
}

// measureCPU begins to measure, within microseconds, until stop. At first it counts the process
// that serves, and those above it. Others count from the first list on, after that time, or from
// their start.
func (p *process) measureCPU(list time.Duration) *cpuMeter {
	c := &cpuMeter{process: p, pids: p.socket.known(), group: p.limit.CPUSeconds()}
	c.before = proc.CPUSeconds(c.pids)
	c.base = c.before
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = time.AfterFunc(list, c.list)
	return c
}

func (c *cpuMeter) list() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.next.Reset(max(limit.SampleEvery, limit.SampleShare*proc.OnThread(c.look)))
	}
}

// look counts all processes; c.mu is held.
func (c *cpuMeter) look() {
	c.looked = time.Now()
	pids := proc.Tree(c.process.supervisor.pid())
	sum := proc.CPUSeconds(pids)
	first := c.own == nil
	if first {
		c.base += sum - proc.CPUSeconds(c.pids)
		c.own, c.gained = map[int]time.Duration{}, sum-c.base
	}
	for _, pid := range pids {
		now, was := proc.OwnCPU(pid), c.own[pid]
		if now < was { // it has ended, and perhaps another process has its id
			was = 0
		}
		if !first {
			c.gained += (now - was).Seconds()
		}
		c.own[pid] = now
		c.forgotten = c.forgotten || math.IsNaN(c.group) && proc.IgnoresChildren(pid)
	}
	c.pids, c.most = pids, max(c.most, sum-c.base, c.gained)
}

// seconds returns the CPU seconds since the start; NaN if the system does not count them.
func (c *cpuMeter) seconds() float64 {
	c.mu.Lock()
	if c.own != nil && time.Since(c.looked) > fresh {
		c.look()
	} else {
		c.most = max(c.most, proc.CPUSeconds(c.pids)-c.base)
	}
	c.mu.Unlock()
	return c.known()
}

// known is seconds as of the last look. It lists no processes, so each oracle call can ask.
func (c *cpuMeter) known() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if group := c.process.limit.CPUSeconds() - c.group; group > c.most { // false for NaN
		return group
	}
	return c.most
}

// total is seconds with those before the start.
func (c *cpuMeter) total() float64 {
	seconds := c.seconds()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.base + seconds
}

// forgets reports whether a process was seen that ignores the ends of its children.
func (c *cpuMeter) forgets() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.forgotten
}

func (c *cpuMeter) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.next.Stop()
}

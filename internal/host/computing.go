package host

import (
	"math"
	"runtime"
	"sync"
	"time"
)

// brief is how long a fit may take without a look at what its processes have computed before. To look, all their threads are listed,
// of which the kernel keeps entries that it takes milliseconds to drop when the process ends: far more than a short fit takes. On all processors
// together no more is computed unseen than all that is concluded from it allows for, a tenth of a second. A variable for tests.
var brief = min(50*time.Millisecond, 100*time.Millisecond/time.Duration(runtime.NumCPU()))

// A computing is what the processes of a learner compute from its start on.
type computing struct {
	process *process
	began   time.Time
	first   *time.Timer // of the look at what they computed before
	mu      sync.Mutex
	base    float64       // what that found
	late    time.Duration // how long after the start it did; 0: not yet
}

// computing begins to watch what p's processes compute, and takes no time itself; stop ends that.
func (p *process) computing() *computing {
	c := &computing{process: p, began: time.Now()}
	c.first = time.AfterFunc(brief, c.look)
	return c
}

func (c *computing) look() {
	base := c.process.computed()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base, c.late = base, time.Since(c.began)
}

// since returns the CPU seconds computed since the start, as far as they were seen (NaN where the system does not say), and the most
// that were not: in these moments every processor may have been at it.
func (c *computing) since() (seen, unseen float64) {
	c.mu.Lock()
	base, late := c.base, c.late
	c.mu.Unlock()
	if late == 0 {
		late = time.Since(c.began)
		if runtime.GOOS != "linux" {
			seen = math.NaN()
		}
	} else {
		seen = max(0, c.process.computed()-base)
	}
	return seen, late.Seconds() * float64(runtime.NumCPU())
}

// stop has no look taken that was not.
func (c *computing) stop() { c.first.Stop() }

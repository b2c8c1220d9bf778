package host

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

const (
	// mostWork is more visits, calls and sweeps than any processor makes in a CPU second.
	mostWork = 1e10
	// tooMany is a share of the CPU time that the allowed threads can compute in a fit. Rounding
	// does not reach it.
	tooMany = 1.05

	// CPU seconds that are free before a fit: to start and to describe itself, to load the training
	// set, and bytes of that in a second.
	idleStart, shortLoad, loadRate = 10, 0.5, 20e6
)

// charge takes CPU seconds before a fit, but for the free ones, off its budget of seconds.
func (l *Learner) charge(cpu, free float64) {
	if cpu > free {
		l.early += cpu - free
	}
}

// spend takes seconds off a budget, of which a rest stays: a bound of 0 is none.
func spend(b *sp.Budget, seconds, cpu float64) {
	const least = 1e-9
	if b.Seconds > 0 && seconds > 0 {
		b.Seconds = max(b.Seconds-seconds, least)
	}
	if b.CPUSeconds > 0 && cpu > 0 {
		b.CPUSeconds = max(b.CPUSeconds-cpu, least)
	}
}

// CheckWork fails if the learner counts more work than its processes can have done. The error wraps
// sp.ErrProtocol. Calls that the harness made are not checked.
func (f *Fitted) CheckWork() error {
	work := float64(f.Counts.Visits + f.Counts.Calls() + f.Counts.Sweeps)
	if !f.Remote && work > mostWork*(f.CPUSeconds+brief.Seconds()) {
		return fmt.Errorf("%w: the learner counts %.3g visits, calls and sweeps in %.3g CPU seconds",
			sp.ErrProtocol, work, f.CPUSeconds)
	}
	return nil
}

// Doubts reports more threads at once than the allowed ones, in words that many fits share; nil
// where there were none, or in a call of less than a second.
func (f *Fitted) Doubts(threads int) []string {
	threads = max(threads, 1)
	if f.WallSeconds < 1 || !(f.CPUSeconds > tooMany*float64(threads)*f.WallSeconds) {
		return nil
	}
	return []string{fmt.Sprintf("its processes ran more threads at once than the %d that it may", threads)}
}

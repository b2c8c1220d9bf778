package host

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

const (
	// mostWork is more visits, calls and sweeps than any processor can make in a CPU second.
	mostWork = 1e10
	// tooMany is a share of the CPU time of the allowed threads in a fit, above any rounding.
	tooMany = 1.05

	// Free CPU seconds before a fit: for the start and the description, for Load, and for each
	// loadRate bytes of the training set.
	idleStart, shortLoad, loadRate = 10, 0.5, 20e6
)

// charge subtracts the CPU seconds before a fit, beyond the free ones, from its budget of seconds.
func (l *Learner) charge(cpu, free float64) {
	if cpu > free {
		l.early += cpu - free
	}
}

// spend subtracts seconds from a budget. A small rest stays, because a bound of 0 means no bound.
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
// sp.ErrProtocol. Calls made by the harness are not checked.
func (f *Fitted) CheckWork() error {
	work := float64(f.Counts.Visits + f.Counts.Calls() + f.Counts.Sweeps)
	if !f.Remote && work > mostWork*(f.CPUSeconds+brief.Seconds()) {
		return fmt.Errorf("%w: the learner counts %.3g visits, calls and sweeps in %.3g CPU seconds",
			sp.ErrProtocol, work, f.CPUSeconds)
	}
	return nil
}

// Doubts returns a warning if the learner ran more threads at once than allowed, in words that many
// fits share; nil if it did not, or in a call of less than a second.
func (f *Fitted) Doubts(threads int) []string {
	threads = max(threads, 1)
	most := float64(threads)
	if f.Remote { // as many threads of the harness make its oracle calls
		most *= 2
	}
	if f.WallSeconds < 1 || !(f.CPUSeconds > tooMany*most*f.WallSeconds) {
		return nil
	}
	return []string{fmt.Sprintf("its processes ran more threads at once than the %d that it may",
		threads)}
}

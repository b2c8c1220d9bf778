package host

import (
	"errors"
	"time"
)

// errStarved marks a learner that did not come up in time because it had no processor, as far as the system tells.
var errStarved = errors.New("its processes waited for a processor")

const (
	starvedShare = 2 // of the time: one part in so many spent waiting says that the machine was slow, and not the learner
	startAgain   = 1 // times that a learner which was starved is given more time
)

var waitedBy = waited // tests say another

// notice has it taken down, shortly before the time is over in which the learner is to come up, how long its processes have waited for
// a processor. The function that it returns is to be called when it is up.
func (p *process) notice(timeout time.Duration) (stop func()) {
	timer := time.AfterFunc(timeout-timeout/20, func() { p.waited.Store(int64(waitedBy(p))) })
	return func() { timer.Stop() }
}

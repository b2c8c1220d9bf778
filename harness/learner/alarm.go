package learner

import (
	"sync/atomic"
	"time"
)

// An alarm goes off about every so often. To look costs no look at a clock.
type alarm struct {
	every time.Duration
	off   atomic.Bool // it went off
	timer *time.Timer // nil where every is no time at all: it is always off
}

func newAlarm(every time.Duration) *alarm {
	a := &alarm{every: every}
	if every < time.Microsecond {
		a.off.Store(true)
		return a
	}
	a.timer = time.AfterFunc(every, func() { a.off.Store(true) })
	return a
}

// reset begins the next interval.
func (a *alarm) reset() {
	if a.timer != nil {
		a.off.Store(false)
		a.timer.Reset(a.every)
	}
}

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
	}
}

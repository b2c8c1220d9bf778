package learner

import (
	"sync/atomic"
	"time"
)

// An alarm goes off at regular intervals. Checking it does not read a clock.
type alarm struct {
	every time.Duration
	off   atomic.Bool // it has gone off
	timer *time.Timer // nil if every is about 0: the alarm has always gone off
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

// reset starts the next interval.
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

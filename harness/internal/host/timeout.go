package host

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// Settings of WithTimeout.
const (
	looks     = 20                    // at the threads within the timeout
	soonest   = 20 * time.Millisecond // between two looks
	uncounted = 5                     // factor on the timeout if the system does not count waiting
)

// A turn is the time that a thread has run, and has waited for a processor, since it started.
type turn struct {
	ran, waited time.Duration
	ready       bool // it runs now, or waits for a processor
}

var turnsNow = turns // A variable for tests.

// WithTimeout returns a context that ends after d, with the cause ErrTimeout. Time during which
// this process and the processes below it wait for a processor does not count: a busy machine makes
// d longer, a sleeping learner does not.
//
// If the system does not count such waiting (other systems than Linux, or without schedstat), the
// context ends after 5·d. All threads are looked at 20 times in d, the first time after d/20, so a
// short call costs only a timer.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return withTimeout(ctx, d, false, fmt.Errorf("%w: no end after %v", ErrTimeout, d))
}

// WithLimit is WithTimeout for a learner, in case it tries to wait for ever. The cause begins with
// the text, and wraps ErrTimeout. Processes that keep the machine busy themselves do not get time
// for waiting. If the system does not count such waiting, the context ends after d.
func WithLimit(ctx context.Context, d time.Duration, why error) (context.Context,
	context.CancelFunc) {
	return withTimeout(ctx, d, true, why)
}

func withTimeout(ctx context.Context, d time.Duration, strict bool, why error) (context.Context,
	context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	look := turnsNow
	go func() {
		began, passed := time.Now(), time.Duration(0)
		every := max(d/looks, soonest)
		timer := time.NewTimer(every)
		defer timer.Stop()
		var before map[int]turn
		for last := began; passed < d; timer.Reset(min(every, d-passed)) {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
			}
			now, after := time.Now(), look()
			switch interval := now.Sub(last); {
			case after == nil && !strict:
				passed += max(interval/uncounted, 1)
			case after == nil:
				passed += interval
			case before == nil:
				passed += min(interval, every) // a timer is late if this process waits
			case strict:
				passed += max(counted(before, after, interval), used(before, after, interval), 1)
			default:
				passed += max(counted(before, after, interval), 1)
			}
			before, last = after, now
		}
		if waited := time.Since(began) - d; waited > d/looks && before != nil {
			why = fmt.Errorf("%w, and %v of waiting for a processor", why, waited.Round(d/looks))
		}
		end(why)
	}()
	return ctx, func() { end(nil) }
}

// counted returns the interval without the threads' waiting for a processor. If several threads ran
// or waited at once, it subtracts their mean. The result stays positive while one of them runs.
func counted(before, after map[int]turn, interval time.Duration) time.Duration {
	var ran, waited time.Duration
	for thread, is := range after {
		was, known := before[thread]
		wait := is.waited - was.waited
		if known && is == was && is.ready {
			wait = interval // the system adds a wait at its end
		}
		ran += min(is.ran-was.ran, interval)
		waited += min(wait, interval)
	}
	atOnce := max(1, float64(ran+waited)/float64(interval))
	return interval - time.Duration(float64(waited)/atOnce)
}

// used returns the time in which all processors together could have run what these threads ran.
func used(before, after map[int]turn, interval time.Duration) (all time.Duration) {
	for thread, is := range after {
		all += min(is.ran-before[thread].ran, interval)
	}
	return all / time.Duration(runtime.NumCPU())
}

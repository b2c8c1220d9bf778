package examine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// cancelAfter is the time after which a fit without checkpoints is cancelled.
const cancelAfter = 100 * time.Millisecond

// errCancelled is the cause of the cancellation.
var errCancelled = errors.New("cancelled by the examination")

// cancel is the law "cancel". It cancels the fit at its first checkpoint. If the learner obeys, it
// serves the next fit in time.
func (t *trial) cancel() error {
	within := t.Grace + time.Duration(3*t.first.WallSeconds*float64(time.Second))
	o, err := t.afterCancelled(t.l, t.request(), t.request(), within)
	if err != nil {
		return err
	}
	if o.err == nil && t.broken["repeat"] {
		return nil // it differs anyway
	}
	return t.asBefore(&o, "the next fit after a cancelled one", "keep no state between fits")
}

// stop is the law "stop", for learners that end the small tasks before they can be cancelled. A
// pass over this task takes a second.
func (t *trial) stop() error {
	long := prepare(drawn(12, "long", "", feature.PairsPotts, 100, 1, image(9, 9, 3)))[0]
	under(t.Oracle, long)
	l, err := t.open(1, long.train, long.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the call reports a crash
	one := long.request()
	one.Budget = sp.Budget{Calls: 1, Passes: 1 / float64(len(long.train))}
	_, err = t.afterCancelled(l, long.request(), one, t.Grace)
	if why := unsupported(err); why != nil {
		return why
	}
	return err
}

// afterCancelled begins a fit with a huge budget and cancels it. It returns the outcome of the next
// fit, or an error if this fit does not end within a time, because the first one still runs.
func (e *examination) afterCancelled(l *host.Learner, huge, next wire.FitRequest,
	within time.Duration) (o outcome, err error) {
	huge.Budget = sp.Budget{Passes: 1e12}
	ctx, stop := context.WithCancelCause(e.ctx)
	defer stop(nil)
	defer time.AfterFunc(cancelAfter, func() { stop(errCancelled) }).Stop()
	_, err = l.Fit(ctx, huge, func(sp.Stamped) error { stop(errCancelled); return nil })
	switch {
	case err == nil:
		return o, skip("the fit ended by itself before it could be cancelled")
	case !errors.Is(err, errCancelled):
		return o, fmt.Errorf("a fit with a huge budget, cancelled: %w", err)
	}
	if o = e.fitWithin(l, next, within); errors.Is(o.err, host.ErrTimeout) {
		return o, fmt.Errorf("a cancelled fit still ran after %v: return when emit or a solver "+
			"returns an error, and check ctx in loops that call neither", within)
	}
	return o, nil
}

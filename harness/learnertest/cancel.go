package learnertest

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

// errAlive means that a cancelled fit continues.
var errAlive = errors.New(
	"return when emit or a solver returns an error, and check ctx in loops that call neither")

// cancel is the check "cancel". It cancels the fit at its first checkpoint. If the learner obeys,
// it serves the next fit in time.
func (t *attempt) cancel() error {
	if err := t.interrupt(t.l, t.request()); err != nil {
		return err
	}
	within := t.Grace + time.Duration(3*t.first.WallSeconds*float64(time.Second))
	o := t.next(t.l, t.request(), within)
	switch {
	case errors.Is(o.err, host.ErrTimeout):
		return fmt.Errorf("a cancelled fit still ran after %v: %w", within, errAlive)
	case o.err != nil:
		return fmt.Errorf("the next fit after a cancelled one: %w", o.err)
	case t.failed[repeatCheck]:
		return nil
	}
	if diff := t.first.differs(&o); diff != "" {
		return fmt.Errorf("the next fit after a cancelled one: %s; keep no state between fits",
			diff)
	}
	return nil
}

// stop is the check "stop", for learners that end the small tasks before they can be cancelled. A
// pass over this task takes a second.
func (e *examination) stop() error {
	if e.usable == nil {
		return skip("it can do no task")
	}
	t := prepare(drawn(12, "long", "", feature.PairsPotts, 100, 1, image(9, 9, 3)))[0]
	under(e.Oracle, t)
	l, err := e.open(t.train, t.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the call reports a crash
	if err := e.interrupt(l, t.request()); errors.Is(err, host.ErrUnsupported) {
		return skip("unsupported: " + reason(err))
	} else if err != nil {
		return err
	}
	one := t.request()
	one.Budget = sp.Budget{Calls: 1, Passes: 1 / float64(len(t.train))}
	if o := e.next(l, one, e.Grace); errors.Is(o.err, host.ErrTimeout) {
		return fmt.Errorf("a long fit still ran %v after it was cancelled: %w", e.Grace, errAlive)
	}
	return nil
}

// interrupt begins a fit with a huge budget and cancels it.
func (e *examination) interrupt(l *host.Learner, r wire.FitRequest) error {
	r.Budget = sp.Budget{Passes: 1e12}
	ctx, stop := context.WithCancelCause(e.ctx)
	defer stop(nil)
	defer time.AfterFunc(cancelAfter, func() { stop(errCancelled) }).Stop()
	_, err := l.Fit(ctx, r, func(sp.Stamped) error { stop(errCancelled); return nil })
	switch {
	case err == nil:
		return skip("the fit ended by itself before it could be cancelled")
	case !errors.Is(err, errCancelled):
		return fmt.Errorf("a fit with a huge budget, cancelled: %w", err)
	}
	return nil
}

// next makes a fit that must end within a time.
func (e *examination) next(l *host.Learner, r wire.FitRequest, within time.Duration) (o outcome) {
	ctx, done := host.WithTimeout(e.ctx, within)
	defer done()
	o.Fitted, o.err = l.Fit(ctx, r, func(c sp.Stamped) error {
		o.points = append(o.points, c)
		return nil
	})
	return o
}

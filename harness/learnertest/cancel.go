package learnertest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/host"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/wire"
)

// cancelAfter is when an endless fit without checkpoints is cancelled.
const cancelAfter = 100 * time.Millisecond

// errCancelled is why.
var errCancelled = errors.New("cancelled by the examination")

// cancel is the check of that name. The fit is cancelled at its first checkpoint;
// whether the learner obeys shows in when it serves the next fit.
func (t *trial) cancel() error {
	r := t.request()
	r.Budget = sp.Budget{Passes: 1e12}
	ctx, stop := context.WithCancelCause(t.ctx)
	defer stop(nil)
	defer time.AfterFunc(cancelAfter, func() { stop(errCancelled) }).Stop()
	_, err := t.l.Fit(ctx, r, func(wire.Stamped) error { stop(errCancelled); return nil })
	switch {
	case err == nil:
		return skip("the fit ended by itself before it could be cancelled")
	case !errors.Is(err, errCancelled):
		return fmt.Errorf("a fit with a huge budget, cancelled: %w", err)
	}
	within := t.Grace + time.Duration(3*t.first.WallSeconds*float64(time.Second))
	ctx, done := context.WithTimeout(t.ctx, within)
	defer done()
	var o outcome
	o.Fitted, o.err = t.l.Fit(ctx, t.request(), func(c wire.Stamped) error {
		o.points = append(o.points, c)
		return nil
	})
	switch {
	case errors.Is(o.err, host.ErrTimeout):
		return fmt.Errorf("a cancelled fit still ran after %v: return when emit or a solver returns an error, and where neither is called, look at ctx", within)
	case o.err != nil:
		return fmt.Errorf("the next fit after a cancelled one: %w", o.err)
	case t.failed[repeatCheck]:
		return nil
	}
	if diff := t.first.differs(&o); diff != "" {
		return fmt.Errorf("the next fit after a cancelled one: %s; keep no state between fits", diff)
	}
	return nil
}

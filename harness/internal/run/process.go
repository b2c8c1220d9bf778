package run

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// DefaultLimit is the wall time that a fit, or the prediction of a decoder, may take where neither limits nor budget of its suite say it:
// one that hangs must end. It is no part of a fit's identity, and asks for no checkpoints.
const DefaultLimit = time.Hour

// Limit returns the wall time that a fit, or the prediction of a decoder, may take, and whether that is the default.
func (f *Fit) Limit() (limit time.Duration, byDefault bool) {
	if limit = f.limit(); limit > 0 {
		return limit, false
	}
	return defaultLimit, true
}

// limit returns what the suite says of that time; 0 for nothing. A learner ends by itself at a budget of seconds: what
// is added is for one that hangs; on a busy machine a second of CPU time may take
// many of wall time.
func (f *Fit) limit() time.Duration {
	s := f.plan.Suite.Limits.Seconds
	switch b := f.budget(); {
	case s > 0:
	case b.Seconds > 0:
		s = 2*b.Seconds + 10
	case b.CPUSeconds > 0:
		s = 20*b.CPUSeconds + 60
	}
	return time.Duration(min(s*1e9, math.MaxInt64/2))
}

// patience returns a context for one call, which ends at the limit.
func (x *execution) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return x.patienceAfter(ctx, 0)
}

// patienceAfter is patience for a call that goes on with one of so many seconds.
func (x *execution) patienceAfter(ctx context.Context, seconds float64) (context.Context, context.CancelFunc) {
	limit, byDefault := x.Limit()
	left := limit - time.Duration(min(seconds, limit.Seconds())*1e9)
	more := ""
	if byDefault {
		more = ", the default: limits of seconds in the suite say another"
	}
	return context.WithTimeoutCause(ctx, left, fmt.Errorf("not through within the limit of %v%s: %w", limit, more, host.ErrTimeout))
}

var defaultLimit = DefaultLimit // tests hang for less

// options are how the suite's learners are run, saying what they say to log.
func (p *Plan) options(log io.Writer) host.Options {
	l := p.Suite.Limits
	return host.Options{Stderr: log, Threads: l.Threads, Memory: l.Memory, Processes: l.Processes, Files: l.Files, Timeout: p.start, Grace: p.grace, Sandbox: p.sandbox}
}

// open starts the learner.
func (x *execution) open(ctx context.Context) (*host.Learner, error) {
	return host.Open(ctx, x.Fit.learner.source, x.plan.options(x.log))
}

// process starts the learner, hands over what is learned from, and ends it after use. The reader hands over the test set when
// it is first asked, so that a fit learns nothing from its features.
func (x *execution) process(ctx context.Context, p *parts, use func(*reader) error) (err error) {
	l, err := x.open(ctx)
	if err != nil {
		return err
	}
	defer func() {
		closed := l.Close()
		if x.used = l.Usage(); x.used.Hidden {
			x.rec.Times.Suspicions = append(x.rec.Times.Suspicions, "a process of it hid what memory it holds, which the limit does not reach then")
		}
		// A crash was reported by the call that met it; a limit may be met with all calls well.
		if overLimit(closed) && !overLimit(err) {
			err = also(closed, err)
		}
		if err != nil && ctx.Err() == nil && outcome(err).Kind == record.Crash {
			err = cmp.Or(confine.CheckTempFolder(), err)
		}
	}()
	if err := handOver(ctx, l, host.Train, p.learned(), x.patience); err != nil {
		return err
	}
	return use(&reader{learner: l, parts: p, seed: x.Seed.Split, patient: x.patience, fresh: x.open})
}

// handOver loads instances, in the time of one call.
func handOver(ctx context.Context, l *host.Learner, set host.Set, instances []sp.Instance, patient func(context.Context) (context.Context, context.CancelFunc)) error {
	ctx, cancel := patient(ctx)
	defer cancel()
	return l.Load(ctx, set, instances)
}

// also returns an error that is both; the second may be nil.
func also(err, other error) error {
	if other == nil {
		return err
	}
	return fmt.Errorf("%w; %w", err, other)
}

func usage(u host.Usage) record.Usage {
	r := record.Usage{CPU: record.Number(u.CPU.Seconds()), Memory: record.Number(math.NaN()), By: u.By, Sandbox: u.Sandbox}
	if u.Memory > 0 {
		r.Memory = record.Number(u.Memory)
	}
	return r
}

// salvage scores the last checkpoint of a fit that the time limit stopped, in
// another process: the one that fitted is gone, and with it the dual variables that
// would certify a bound.
func (x *execution) salvage(ctx context.Context, stopped error) error {
	x.rec.Outcome, x.rec.Ended = outcome(stopped), sp.EndedByTime
	if err := x.keep(x.last().Counts); err != nil {
		return err
	}
	x.rec.Times.Suspicions = x.fitted.Doubts(x.plan.Suite.Limits.Threads)
	if err := x.claims(); err != nil {
		return err
	}
	err := x.process(ctx, &x.parts, func(r *reader) error {
		x.reader = r
		return x.score(ctx)
	})
	if err != nil {
		return fmt.Errorf("%w; and its last checkpoint cannot be scored: %w", stopped, err)
	}
	return nil
}

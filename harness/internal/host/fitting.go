package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spbench/spbench/harness/internal/host/query"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// A fitting is a Fit call in progress.
type fitting struct {
	Fitted
	train   []sp.Instance
	asked   *query.Access
	emit    func(sp.Stamped) error
	save    func(sp.Saved) error // nil: drop states
	refused error                // of emit or save
	last    sp.Stamped
	limit   sp.Counts // of the budget
	calls   int64     // limit of all kinds together

	before  sp.Saved  // what the fit resumes
	started time.Time // in this process
	cpu     *cpuMeter // since then

	received received
	ended    bool
}

func (f *fitting) run(ctx context.Context, rpc pb.LearnerClient, m *pb.FitRequest) error {
	ctx, cancel := callContext(ctx)
	defer cancel()
	stream, err := rpc.Fit(ctx, m, atMost(f.most()))
	if err != nil {
		return err
	}
	for {
		event, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF) && !f.ended:
			return fmt.Errorf("%w: the fit ended without Done", sp.ErrProtocol)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case f.ended:
			return fmt.Errorf("%w: an event after the end of the fit", sp.ErrProtocol)
		}
		if err := f.take(event); err != nil {
			return err
		}
	}
}

func (f *fitting) take(event *pb.FitEvent) error {
	switch e := event.GetEvent().(type) {
	case *pb.FitEvent_Checkpoint:
		return f.checkpoint(e.Checkpoint)
	case *pb.FitEvent_Warning:
		return f.warning(e.Warning)
	case *pb.FitEvent_Saved:
		return f.saved(e.Saved)
	case *pb.FitEvent_Progress:
		return nil // of learners of earlier versions
	case *pb.FitEvent_Done:
		f.ended = true
		return f.done(e.Done)
	}
	return fmt.Errorf("%w: an empty event", sp.ErrProtocol)
}

func (f *fitting) checkpoint(m *pb.Checkpoint) error {
	seconds, cpu := f.now()
	c, err := wire.ToStamped(m)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", sp.ErrProtocol, err)
	case f.last.Weights != nil && len(c.Weights) != len(f.last.Weights):
		return fmt.Errorf("%w: %d weights after a checkpoint with %d", sp.ErrWidth, len(c.Weights),
			len(f.last.Weights))
	case !c.Counts.Covers(f.last.Counts):
		return fmt.Errorf("%w: %w: those of a checkpoint decrease", sp.ErrProtocol, wire.ErrCounts)
	}
	if counts, _ := f.asked.Spent(); f.asked.Used() && !counts.Covers(calls(c.Counts)) {
		return fmt.Errorf("%w: %w: a checkpoint counts %+v, but the harness answered %+v",
			sp.ErrProtocol, wire.ErrCounts, c.Counts, counts)
	}
	if err := f.within(c.Counts); err != nil {
		return err
	}
	if err := f.received.checkpoint(float64(c.Counts.Visits) / float64(max(len(f.train),
		1))); err != nil {
		return err
	}
	c.Seconds, c.CPUSeconds = seconds, cpu
	f.last = c
	f.refused = f.emit(c)
	return f.refused
}

func (f *fitting) done(m *pb.Done) (err error) {
	f.asked.End() // what follows would not be counted
	f.Done, err = wire.ToDone(m, f.train)
	counts, refused := f.asked.Spent()
	remote := f.asked.Used()
	if remote { // calls made by the harness are visits
		f.Counts.Visits = max(f.Counts.Visits, counts.Visits)
	}
	if refused {
		f.End = sp.EndedByBudget
	} else if remote && f.End == sp.EndedByBudget {
		f.End = sp.EndedByLimit
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", sp.ErrProtocol, err)
	case f.received.checkpoints == 0:
		return fmt.Errorf("%w: a fit without a checkpoint", sp.ErrProtocol)
	case !f.Counts.Covers(f.last.Counts):
		return fmt.Errorf("%w: %w: those at the end are below those of a checkpoint",
			sp.ErrProtocol, wire.ErrCounts)
	case remote && calls(f.Counts) != calls(counts):
		return fmt.Errorf("%w: %w: it counts %+v, but the harness answered %+v", sp.ErrProtocol,
			wire.ErrCounts, f.Counts, counts)
	}
	return f.within(f.Counts)
}

// within returns an error for counts beyond the budget.
func (f *fitting) within(c sp.Counts) error {
	if f.limit.Covers(c) && c.Calls() <= f.calls {
		return nil
	}
	return fmt.Errorf("%w: %w: it counts %+v", sp.ErrProtocol, wire.ErrBeyond, c)
}

// now returns the wall and CPU seconds of the fit so far, in all its processes and with the oracle
// calls of the harness. They never decrease.
func (f *fitting) now() (seconds, cpu float64) {
	seconds = f.before.Seconds + time.Since(f.started).Seconds()
	cpu = f.before.CPUSeconds + f.cpu.seconds() + f.asked.CPU()
	return seconds, max(cpu, f.last.CPUSeconds)
}

// calls returns c with oracle calls only. The harness can count these itself, but only the learner
// knows its visits.
func calls(c sp.Counts) sp.Counts {
	return sp.Counts{MAP: c.MAP, Marginals: c.Marginals, Clamped: c.Clamped,
		Conditional: c.Conditional}
}

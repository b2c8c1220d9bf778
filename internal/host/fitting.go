package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
	"github.com/spbench/spbench/internal/wire/pb"
	"google.golang.org/protobuf/proto"
)

// A fitting is one Fit call under way.
type fitting struct {
	Fitted
	train    []sp.Instance
	asked    *access
	emit     func(sp.Stamped) error
	save     func(sp.Saved) error // nil: states are not wanted
	progress func(wire.Progress)
	refused  error // what emit or save returned
	last     sp.Stamped
	limit    sp.Counts // what the budget allows
	calls    int64     // of all kinds, likewise
	started  time.Time
	before   float64 // seconds on the harness's clock in processes before

	computedBefore float64    // CPU seconds in processes before
	computing      *computing // in this one since the fit began

	flood flood
	ended bool
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
			return fmt.Errorf("%w: the fit ended without saying so", sp.ErrProtocol)
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
	size := int64(proto.Size(event))
	switch e := event.GetEvent().(type) {
	case *pb.FitEvent_Checkpoint:
		f.sent += size
		return f.checkpoint(e.Checkpoint)
	case *pb.FitEvent_Warning:
		return f.warning(e.Warning)
	case *pb.FitEvent_Saved:
		f.sent += size
		return f.saved(e.Saved)
	case *pb.FitEvent_Progress:
		p, err := wire.ToProgress(e.Progress)
		if err == nil && f.progress != nil {
			f.progress(p)
		}
		return err
	case *pb.FitEvent_Done:
		f.ended, f.ending = true, size
		return f.done(e.Done)
	}
	return fmt.Errorf("%w: an empty event", sp.ErrProtocol)
}

func (f *fitting) checkpoint(m *pb.Checkpoint) error {
	c, err := wire.ToStamped(m)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", sp.ErrProtocol, err)
	case f.last.Weights != nil && len(c.Weights) != len(f.last.Weights):
		return fmt.Errorf("%w: %d weights after a checkpoint with %d", sp.ErrWidth, len(c.Weights), len(f.last.Weights))
	case !c.Counts.Covers(f.last.Counts) || c.Seconds < f.last.Seconds || c.CPUSeconds < f.last.CPUSeconds:
		return fmt.Errorf("%w: %w: those of a checkpoint go backwards", sp.ErrProtocol, wire.ErrClock)
	}
	if counts, _ := f.asked.spent(); f.asked.used() && !counts.Covers(calls(c.Counts)) {
		return fmt.Errorf("%w: %w: a checkpoint after %+v oracle calls, of which the harness answered %+v", sp.ErrProtocol, wire.ErrClock, c.Counts, counts)
	}
	if err := f.within(c.Counts); err != nil {
		return err
	}
	if err := f.flood.checkpoint(float64(c.Counts.Visits) / float64(max(len(f.train), 1))); err != nil {
		return err
	}
	f.last = c
	start := time.Now()
	if c.Seconds, err = f.stamp(c.Seconds, f.now(start)); err != nil {
		return err
	}
	f.refused = f.emit(c)
	handling := time.Since(start)
	f.HandlingSeconds += handling.Seconds()
	f.asked.pause(handling)
	return f.refused
}

func (f *fitting) done(m *pb.Done) (err error) {
	f.Done, err = wire.ToDone(m, f.train)
	counts, refused := f.asked.spent()
	remote := f.asked.used()
	if remote { // the calls that the harness makes are visits
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
	case f.flood.checkpoints == 0:
		return fmt.Errorf("%w: a fit without a checkpoint", sp.ErrProtocol)
	case !f.Counts.Covers(f.last.Counts) || f.Seconds < f.last.Seconds || f.CPUSeconds < f.last.CPUSeconds:
		return fmt.Errorf("%w: %w: those at the end are behind those of a checkpoint", sp.ErrProtocol, wire.ErrClock)
	case remote && calls(f.Counts) != calls(counts):
		return fmt.Errorf("%w: %w: it says that it made %+v, the harness answered %+v", sp.ErrProtocol, wire.ErrClock, f.Counts, counts)
	}
	return f.within(f.Counts)
}

// within reports counts beyond the budget: a learner is refused what would exceed it, or refuses it to itself.
func (f *fitting) within(c sp.Counts) error {
	if f.limit.Covers(c) && c.Calls() <= f.calls {
		return nil
	}
	return fmt.Errorf("%w: %w: it counts %+v", sp.ErrProtocol, wire.ErrBeyond, c)
}

// now returns the seconds of the fit on the harness's clock, in whatever processes.
func (f *fitting) now(t time.Time) float64 { return f.WallSeconds + t.Sub(f.started).Seconds() }

// calls returns the oracle calls of c alone: those that the harness can count for a
// learner that has it make them. What is a visit only the learner knows.
func calls(c sp.Counts) sp.Counts {
	return sp.Counts{MAP: c.MAP, Marginals: c.Marginals, Clamped: c.Clamped, Conditional: c.Conditional}
}

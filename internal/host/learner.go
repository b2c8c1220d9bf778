package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
	"github.com/spbench/spbench/internal/wire/pb"
)

// A Set is one of the two sets of instances that a learner holds.
type Set = pb.Batch_Set

// The sets.
const (
	Train = pb.Batch_TRAIN // what Fit learns from, labelled or partly
	Test  = pb.Batch_TEST  // what Predict labels
)

// A Fitted is how a fit ended: what the learner says and what the harness saw.
type Fitted struct {
	sp.Done
	Warnings []string
	Remote   bool // the harness made its oracle calls, and counted them
	// WallSeconds passed on the harness's clock, of which HandlingSeconds in
	// onCheckpoint. A learner that is honest and alone has
	// Seconds + EmitSeconds close to WallSeconds.
	WallSeconds, HandlingSeconds float64
}

// Describe returns what the learner says of itself.
func (l *Learner) Describe() wire.Description { return l.about }

// Load hands over instances, which replace those of the set. They must be valid
// and stay unchanged until Close: answers are checked against them.
func (l *Learner) Load(ctx context.Context, set Set, instances []sp.Instance) error {
	err := l.load(ctx, set, instances)
	if err != nil {
		return l.wrap("load", l.why(ctx, err))
	}
	if set == Test {
		l.test = instances
	} else {
		l.train = instances
	}
	return nil
}

func (l *Learner) load(ctx context.Context, set Set, instances []sp.Instance) error {
	ctx, cancel := callContext(ctx)
	defer cancel()
	stream, err := l.rpc.Load(ctx)
	if err != nil {
		return err
	}
	for batch := range wire.Batches(set, instances) {
		if err := stream.Send(batch); errors.Is(err, io.EOF) {
			break // the reason comes with the reply
		} else if err != nil {
			return err
		}
	}
	reply, err := stream.CloseAndRecv()
	if err == nil && int(reply.GetInstances()) != len(instances) {
		err = fmt.Errorf("%w: it took %d of %d instances", sp.ErrProtocol, reply.GetInstances(), len(instances))
	}
	return err
}

// Fit has the learner fit the training set and passes each checkpoint, checked,
// to onCheckpoint, which may keep it and whose error ends the fit. When ctx ends
// before the learner does, the learner may go on computing: close it.
func (l *Learner) Fit(ctx context.Context, r wire.FitRequest, onCheckpoint func(sp.Stamped) error) (Fitted, error) {
	return l.FitSaving(ctx, r, onCheckpoint, nil)
}

// FitSaving is Fit of a request with SaveSeconds, or that goes on with a fit of before: it passes states, checked, to
// onSaved, in their place among the checkpoints. Its error ends the fit. nil: states are dropped. Clocks and counts
// of what is returned are those since the fit began, in whatever processes.
func (l *Learner) FitSaving(ctx context.Context, r wire.FitRequest, onCheckpoint func(sp.Stamped) error, onSaved func(sp.Saved) error) (Fitted, error) {
	f := fitting{emit: onCheckpoint, save: onSaved, train: l.train, asked: newAccess(&r.Setting, l.train, true, r.Budget)}
	if r.Resume != nil {
		f.resume(r.Resume)
	}
	defer f.asked.end()
	m := wire.FromFitRequest(&r)
	m.Oracles = l.oracles.admit(f.asked)
	f.started = time.Now()
	err := f.run(ctx, l.rpc, m)
	f.WallSeconds += time.Since(f.started).Seconds()
	f.Remote = f.asked.used()
	switch {
	case f.refused != nil:
		return f.Fitted, l.wrap("fit", f.refused)
	case err != nil:
		return f.Fitted, l.wrap("fit", l.why(ctx, err))
	}
	return f.Fitted, nil
}

// A fitting is one Fit call under way.
type fitting struct {
	Fitted
	train   []sp.Instance
	asked   *access
	emit    func(sp.Stamped) error
	save    func(sp.Saved) error // nil: states are not wanted
	refused error                // what emit or save returned
	last    sp.Stamped
	started time.Time
	resumed bool
	taken   int   // checkpoints
	bytes   int64 // of their weights
	ended   bool
}

// What a fit may send: the harness keeps what it is sent, and must survive it.
const (
	maxCheckpoints     = 10_000
	maxCheckpointBytes = 4 << 30
)

func (f *fitting) run(ctx context.Context, rpc pb.LearnerClient, m *pb.FitRequest) error {
	ctx, cancel := callContext(ctx)
	defer cancel()
	stream, err := rpc.Fit(ctx, m)
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
	switch e := event.GetEvent().(type) {
	case *pb.FitEvent_Checkpoint:
		return f.checkpoint(e.Checkpoint)
	case *pb.FitEvent_Warning:
		f.Warnings = append(f.Warnings, e.Warning)
		return nil
	case *pb.FitEvent_Saved:
		return f.saved(e.Saved)
	case *pb.FitEvent_Done:
		f.ended = true
		return f.done(e.Done)
	}
	return fmt.Errorf("%w: an empty event", sp.ErrProtocol)
}

func (f *fitting) checkpoint(m *pb.Checkpoint) error {
	c, err := wire.ToStamped(m)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", sp.ErrProtocol, err)
	case f.taken >= maxCheckpoints || f.bytes > maxCheckpointBytes:
		return fmt.Errorf("%w: a flood of checkpoints, %d of them with %d MB so far: only those that are due are wanted",
			sp.ErrProtocol, f.taken, f.bytes>>20)
	case f.last.Weights != nil && len(c.Weights) != len(f.last.Weights):
		return fmt.Errorf("%w: %d weights after a checkpoint with %d", wire.ErrWidth, len(c.Weights), len(f.last.Weights))
	case !c.Counts.Covers(f.last.Counts) || c.Seconds < f.last.Seconds || c.CPUSeconds < f.last.CPUSeconds:
		return fmt.Errorf("%w: %w: those of a checkpoint go backwards", sp.ErrProtocol, wire.ErrClock)
	}
	if counts, _ := f.asked.spent(); f.asked.used() && !counts.Covers(calls(c.Counts)) {
		return fmt.Errorf("%w: %w: a checkpoint after %+v oracle calls, of which the harness answered %+v", sp.ErrProtocol, wire.ErrClock, c.Counts, counts)
	}
	f.last = c
	f.taken++
	f.bytes += int64(8 * len(c.Weights))
	start := time.Now()
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
	case f.taken == 0 && !f.resumed:
		return fmt.Errorf("%w: a fit without a checkpoint", sp.ErrProtocol)
	case !f.Counts.Covers(f.last.Counts) || f.Seconds < f.last.Seconds || f.CPUSeconds < f.last.CPUSeconds:
		return fmt.Errorf("%w: %w: those at the end are behind those of a checkpoint", sp.ErrProtocol, wire.ErrClock)
	case remote && calls(f.Counts) != calls(counts):
		return fmt.Errorf("%w: %w: it says that it made %+v, the harness answered %+v", sp.ErrProtocol, wire.ErrClock, f.Counts, counts)
	}
	return nil
}

// calls returns the oracle calls of c alone: those that the harness can count for a
// learner that has it make them. What is a visit only the learner knows.
func calls(c sp.Counts) sp.Counts {
	return sp.Counts{MAP: c.MAP, Marginals: c.Marginals, Clamped: c.Clamped, Conditional: c.Conditional}
}

// Predict returns the predictions, checked, for the test instances at the
// request's indices, in that order.
func (l *Learner) Predict(ctx context.Context, r wire.PredictRequest) ([]sp.Prediction, error) {
	for _, i := range r.Indices {
		if i < 0 || int(i) >= len(l.test) {
			return nil, l.wrap("predict", fmt.Errorf("%w: index %d into %d test instances", sp.ErrParams, i, len(l.test)))
		}
	}
	predictions, err := l.predict(ctx, &r)
	if err != nil {
		return nil, l.wrap("predict", l.why(ctx, err))
	}
	return predictions, nil
}

func (l *Learner) predict(ctx context.Context, r *wire.PredictRequest) ([]sp.Prediction, error) {
	ctx, cancel := callContext(ctx)
	defer cancel()
	asked := newAccess(&r.Setting, l.test, false, sp.Budget{})
	defer asked.end()
	m := wire.FromPredictRequest(r)
	m.Oracles = l.oracles.admit(asked)
	stream, err := l.rpc.Predict(ctx, m)
	if err != nil {
		return nil, err
	}
	predictions := make([]sp.Prediction, 0, len(r.Indices))
	for {
		batch, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		for _, m := range batch.GetPredictions() {
			if len(predictions) == len(r.Indices) {
				return nil, fmt.Errorf("%w: more than the %d predictions asked for", sp.ErrProtocol, len(r.Indices))
			}
			p, err := wire.ToPrediction(m, &l.test[r.Indices[len(predictions)]])
			if err != nil {
				return nil, fmt.Errorf("%w: %w", sp.ErrProtocol, err)
			}
			predictions = append(predictions, p)
		}
	}
	if len(predictions) < len(r.Indices) {
		return nil, fmt.Errorf("%w: %d predictions, %d were asked for", sp.ErrProtocol, len(predictions), len(r.Indices))
	}
	return predictions, nil
}

// Close kills the process and everything it started, and cleans up. A learner
// that a call was given up on is first asked: it has the grace time to come back
// from the cancelled call, and as much again to end after SIGTERM. Close reports
// ErrCrash or ErrMemory if the process had ended by itself. Further calls do
// nothing more.
func (l *Learner) Close() error {
	l.close.Do(func() {
		select {
		case <-l.process.done:
			l.ended = l.death()
		default:
			l.stop()
		}
		close(l.closed)
		usage, strays := l.process.survey()
		l.usage = usage
		l.process.kill() // first: go-plugin would wait for whoever holds the pipes
		for _, pid := range strays {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
		}
		l.client.Kill()
		l.oracles.stop()
		l.process.limit.remove()
		l.tmp.remove()
		if l.process.cmd.Process != nil && l.process.exited(crashDelay) {
			l.usage.CPU += l.process.cpu()
		}
	})
	if l.ended != nil {
		return l.wrap("close", l.ended)
	}
	return nil
}

// stop ends a learner softly that a call was given up on.
func (l *Learner) stop() {
	if !l.givenUp.Load() {
		return
	}
	// Calls take turns, so that an answer says that the learner is through.
	ctx, cancel := context.WithTimeout(context.Background(), l.grace)
	defer cancel()
	if _, err := l.rpc.Describe(ctx, &pb.DescribeRequest{}); err != nil {
		l.process.terminate(l.grace)
	}
}

// crashDelay is how long a lost connection waits for the process to be reaped.
const crashDelay = time.Second

// why turns the error of a call into one that wraps its kind.
func (l *Learner) why(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		l.givenUp.Store(true)
		return fmt.Errorf("%w%s", context.Cause(ctx), l.process.stderr.quote())
	}
	select {
	case <-l.closed:
		return ErrClosed
	default:
	}
	remote := wire.FromStatus(err)
	for _, kind := range []error{sp.ErrProtocol, sp.ErrPanic, sp.ErrDiverged, sp.ErrState, sp.ErrParams, ErrUnsupported} {
		if errors.Is(remote, kind) {
			return remote
		}
	}
	if !errors.Is(remote, wire.ErrLost) {
		kind := ErrFailed
		if l.process.limit.met(remote.Error()) {
			kind = ErrMemory
		}
		// Not %w: a learner that talks of cancellation has not been cancelled.
		return fmt.Errorf("%w: %v", kind, remote)
	}
	if l.process.exited(crashDelay) {
		return l.death()
	}
	return fmt.Errorf("%w: no connection, but its process lives: %v%s", ErrCrash, remote, l.process.stderr.quote())
}

// death says how the process ended by itself.
func (l *Learner) death() error {
	kind := ErrCrash
	if l.process.limit.met(l.process.stderr.text()) {
		kind = ErrMemory
	}
	return fmt.Errorf("%w: %s%s", kind, l.process.end(), l.process.stderr.quote())
}

func (l *Learner) wrap(op string, err error) error {
	return fmt.Errorf("host: learner %q: %s: %w", l.source.Name, op, err)
}

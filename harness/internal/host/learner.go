package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spbench/spbench/harness/internal/host/query"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
	"google.golang.org/protobuf/proto"
)

// A Set is one of the two sets of instances held by a learner.
type Set = pb.Batch_Set

// The sets.
const (
	Train = pb.Batch_TRAIN // instances for Fit, labelled or partly
	Test  = pb.Batch_TEST  // instances for Predict
)

// A Fitted is the end of a fit: as reported by the learner, and as seen by the harness.
type Fitted struct {
	sp.Done
	Warnings []string
	Remote   bool // the harness made and counted its oracle calls
	// WallSeconds and CPUSeconds are those of the whole call and of the calls that it resumed.
	// CPUSeconds is as in [sp.Stamped].
	WallSeconds, CPUSeconds float64
	Early                   float64 // CPU seconds before the fit, beyond the free ones
}

// Describe returns the learner's description.
func (l *Learner) Describe() wire.Description { return l.about }

// Load sends instances, which replace those of the set. They must be valid and stay unchanged until
// Close: answers are checked against them.
func (l *Learner) Load(ctx context.Context, set Set, instances []sp.Instance) error {
	cpu := l.process.measureCPU(brief)
	defer cpu.stop()
	if set == Train && l.train == nil {
		l.charge(cpu.before, idleStart)
	}
	bytes, err := l.load(ctx, set, instances)
	if err != nil {
		return l.wrap("load", l.why(ctx, err))
	}
	if set == Test {
		l.test = instances
		l.beside += cpu.seconds()
		return nil
	}
	l.train, l.before = instances, cpu.total()
	l.charge(cpu.seconds(), shortLoad+float64(bytes)/loadRate)
	return nil
}

// SetNames sets the names that go with instances loaded later. A learner gets them, and texts, if
// it asks for them.
func (l *Learner) SetNames(names *sp.Names) {
	if l.names = nil; l.about.Texts {
		l.names = names
	}
}

func (l *Learner) load(ctx context.Context, set Set, instances []sp.Instance) (bytes int,
	err error) {
	ctx, cancel := callContext(ctx)
	defer cancel()
	stream, err := l.rpc.Load(ctx, atMost(mostAnswered))
	if err != nil {
		return 0, err
	}
	for batch := range wire.Batches(set, l.withCommand(instances), l.names) {
		bytes += proto.Size(batch)
		if err := stream.Send(batch); errors.Is(err, io.EOF) {
			break // the reply has the reason
		} else if err != nil {
			return 0, err
		}
	}
	reply, err := stream.CloseAndRecv()
	if err == nil && int(reply.GetInstances()) != len(instances) {
		err = fmt.Errorf("%w: it received %d of %d instances", sp.ErrProtocol, reply.GetInstances(),
			len(instances))
	}
	return bytes, err
}

// Fit makes the learner fit the training set. It checks each checkpoint and passes it to
// onCheckpoint, which may keep it. An error of onCheckpoint ends the fit. If ctx ends first, the
// learner may still compute: close it.
func (l *Learner) Fit(ctx context.Context, r wire.FitRequest,
	onCheckpoint func(sp.Stamped) error) (Fitted, error) {
	return l.FitWith(ctx, r, Listener{Checkpoint: onCheckpoint})
}

// A Listener receives the checked events of a fit in order. Its errors end the fit.
type Listener struct {
	Checkpoint func(sp.Stamped) error
	Saved      func(sp.Saved) error // if the request has SaveSeconds; nil: dropped
}

// FitWith is Fit with all options of a request. If the request resumes a fit, the returned times
// and counts are totals since the beginning of that fit. The learner gets the rest of a budget of
// seconds.
func (l *Learner) FitWith(ctx context.Context, r wire.FitRequest, on Listener) (Fitted, error) {
	spend(&r.Budget, l.early, l.early)
	if r.Resume != nil {
		spend(&r.Budget, r.Resume.Seconds, r.Resume.CPUSeconds)
	}
	f := fitting{emit: on.Checkpoint, save: on.Saved, train: l.train,
		asked: query.NewAccess(&r.Setting, l.train, true, r.Budget)}
	if r.Resume != nil {
		f.resume(r.Resume)
	}
	defer f.asked.End()
	f.cpu = l.process.measureCPU(brief)
	defer f.cpu.stop()
	f.asked.OwnCPU = f.cpu.known
	m := wire.FromFitRequest(&r)
	m.Oracles = l.oracles.Admit(f.asked)
	f.limit, f.calls = r.Budget.Limits(len(l.train))
	f.received.schedule = r.Schedule
	f.started = time.Now()
	err := f.run(ctx, l.rpc, m)
	f.WallSeconds, f.CPUSeconds = f.now()
	f.Early = l.early
	l.before += f.cpu.seconds()
	if f.cpu.forgets() {
		f.Warnings = append(f.Warnings, "one of its processes ignores SIGCHLD: CPU seconds of "+
			"children that live less than a tenth of a second are not all counted")
	}
	f.received.warn(&f.Warnings)
	f.Remote = f.asked.Used()
	switch {
	case f.refused != nil:
		return f.Fitted, l.wrap("fit", f.refused)
	case err != nil:
		return f.Fitted, l.wrap("fit", l.why(ctx, err))
	}
	return f.Fitted, nil
}

// Predict returns the checked predictions for the test instances at the request's indices, in that
// order.
func (l *Learner) Predict(ctx context.Context, r wire.PredictRequest) ([]sp.Prediction, error) {
	for _, i := range r.Indices {
		if i < 0 || int(i) >= len(l.test) {
			return nil, l.wrap("predict", fmt.Errorf("%w: index %d into %d test instances",
				sp.ErrParams, i, len(l.test)))
		}
	}
	cpu := l.process.measureCPU(brief)
	predictions, err := l.predict(ctx, &r)
	l.beside += cpu.seconds()
	cpu.stop()
	if err != nil {
		return nil, l.wrap("predict", l.why(ctx, err))
	}
	return predictions, l.members(predictions, r.Indices)
}

func (l *Learner) predict(ctx context.Context, r *wire.PredictRequest) ([]sp.Prediction, error) {
	ctx, cancel := callContext(ctx)
	defer cancel()
	asked := query.NewAccess(&r.Setting, l.test, false, sp.Budget{})
	defer asked.End()
	m := wire.FromPredictRequest(r)
	m.Oracles = l.oracles.Admit(asked)
	stream, err := l.rpc.Predict(ctx, m, atMost(mostPredicted(l.test)))
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
				return nil, fmt.Errorf("%w: more than the requested %d predictions", sp.ErrProtocol,
					len(r.Indices))
			}
			p, err := wire.ToPrediction(m, &l.test[r.Indices[len(predictions)]])
			if err != nil {
				return nil, fmt.Errorf("%w: %w", sp.ErrProtocol, err)
			}
			predictions = append(predictions, p)
		}
	}
	if len(predictions) < len(r.Indices) {
		return nil, fmt.Errorf("%w: %d predictions of the requested %d", sp.ErrProtocol,
			len(predictions), len(r.Indices))
	}
	return predictions, nil
}

// Close kills the process and everything it started, and cleans up. If a call was cancelled, the
// learner first has the grace time to return from it, and the same time again to end after SIGTERM.
//
// Close returns ErrCrash, ErrMemory or ErrProcesses if the process had ended by itself. It returns
// the last two also if the learner continued above its limit, or without children that the limit
// killed or refused. Further calls do nothing more.
func (l *Learner) Close() error {
	l.close.Do(func() {
		select {
		case <-l.process.done:
			l.ended = l.death()
		default:
			l.stop()
		}
		close(l.closed)
		l.process.lookLast()
		limit := l.process.limit
		if over := limit.Exceeded(); over != nil && l.ended == nil {
			l.ended = over
		}
		if l.process.supervisor.started() {
			l.process.end() // before go-plugin, which would wait for all owners of the pipes
			l.usage = l.process.ended.took
		}
		l.usage.By, l.usage.Hidden, l.usage.Sandbox = limit.By, limit.Hidden(),
			l.process.policy.String()
		l.usage.Memory = limit.Peak(l.usage.Memory)
		l.usage.Beside = max(l.beside, l.usage.CPU.Seconds()-l.before)
		l.client.Kill()
		if l.tmp.Command != nil {
			structure.EndPrograms() // of audits and queries
		}
		_ = l.process.socket.folder.Close()
		l.oracles.Stop()
		limit.Remove()
		running.Delete(l)
		l.tmp.Remove()
	})
	if l.ended != nil {
		return l.wrap("close", l.ended)
	}
	return nil
}

// stop ends a learner gently if a call was cancelled.
func (l *Learner) stop() {
	if !l.givenUp.Load() {
		return
	}
	// The learner serves one call at a time: an answer means that the cancelled call has ended.
	ctx, cancel := WithTimeout(context.Background(), l.grace)
	defer cancel()
	if _, err := l.rpc.Describe(ctx, &pb.DescribeRequest{}); err != nil {
		l.process.terminate(l.grace)
	}
}

// crashDelay is the time for the process to be reaped after the connection is lost.
const crashDelay = time.Second

// why returns the error of a call with its kind.
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
	if long := cmp.Or(l.oracles.Exceeded(), tooLong(err)); long != nil {
		return long
	}
	remote := wire.FromStatus(err)
	for _, kind := range []error{sp.ErrProtocol, sp.ErrPanic, sp.ErrDiverged, sp.ErrState,
		sp.ErrParams, ErrUnsupported} {
		if errors.Is(remote, kind) {
			return remote
		}
	}
	if !errors.Is(remote, wire.ErrLost) {
		kind := cmp.Or(l.process.limit.Met(remote.Error()), ErrFailed)
		// Not %w: the learner's text may mention cancellation, but nothing was cancelled.
		return fmt.Errorf("%w: %v", kind, remote)
	}
	if why := l.process.socket.refused.Load(); why != nil {
		return *why
	}
	if l.process.exited(crashDelay) {
		return l.death()
	}
	return fmt.Errorf("%w: no connection, but its process lives: %v%s", ErrCrash, remote,
		l.process.stderr.quote())
}

// death returns how the process ended by itself.
func (l *Learner) death() error {
	p := l.process
	if why := l.filled.Load(); why != nil {
		return fmt.Errorf("%w: %s", ErrCrash, *why)
	}
	if over := p.limit.Exceeded(); over != nil {
		return fmt.Errorf("%w: %s%s", over, p.ending(), p.stderr.quote())
	}
	kind := cmp.Or(p.limit.Met(p.stderr.text()), ErrCrash)
	return fmt.Errorf("%w: %s%s", kind, p.ending(), p.stderr.quote())
}

func (l *Learner) wrap(op string, err error) error {
	return fmt.Errorf("host: learner %q: %s: %w", l.source.Name, op, err)
}

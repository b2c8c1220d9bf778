package run

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// An execution is one fit in a learner process.
type execution struct {
	*Fit
	run    *run
	log    *log
	reader *reader
	parts             // standardised, where the dataset asks for it
	used   host.Usage // by the last process
	kept   []sp.Stamped
	fitted host.Fitted
	rec    record.Fit

	measured  measured  // so far
	before    float64   // CPU seconds of the fit in processes of runs before
	saved     saved     // what a run before left of it, as far as it is still to come
	file      keptFile  // of kept, where states are saved
	elsewhere bool      // that lies in another run folder
	renewed   bool      // a state was written since the fit under way went on
	wrote     time.Time // when its state was written last
	tuning    time.Time // when tuning began here; zero: it is over, or has not begun
}

// fit runs f in a process of its own and returns its outcome, whatever happens
// to the learner. An error, which says that there is no outcome, is of the store or of this machine: see [stops].
func (r *run) fit(ctx context.Context, f *Fit) (record.Fit, error) {
	x := &execution{Fit: f, run: r, measured: r.here()}
	x.rec = record.Fit{
		Key: f.Key, Identity: f.Identity(),
		Suite: r.Suite.Name, Dataset: f.Dataset.Spec.Label, DatasetHash: f.Dataset.Data.Hash,
		DataWarnings: f.Dataset.Data.Warnings,
		Split:        f.Split, Seed: f.Seed,
		Learner: f.Learner.Name, Label: f.Learner.Label, Params: f.Learner.Args,
		Passes: record.Number(math.NaN()),
		Times:  record.Times{Fit: noClock, Host: noClock.Wall},
	}
	err := x.do(ctx)
	x.measured.write(&x.rec.Times)
	return x.ended(err)
}

// ended returns the record of what ended with err, which it returns only if the
// learner is not to blame.
func (x *execution) ended(err error) (record.Fit, error) {
	if stops(err) {
		return x.rec, err
	}
	if err != nil {
		x.rec.Outcome = outcome(err)
		x.rec.Rows, x.rec.Times.Rows = nil, nil
	}
	return x.rec, nil
}

// A storeError is a failure of the run folder, not of the learner.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }

// stops reports whether a failure says nothing about the learner, being of the run folder or of this machine: nothing is recorded, the run
// stops, and another one goes on.
func stops(err error) bool {
	var stored *storeError
	return errors.As(err, &stored) || errors.Is(err, host.ErrHost)
}

var noClock = record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}

// outcome types an error.
func outcome(err error) record.Outcome {
	kind := record.Crash
	switch {
	case errors.Is(err, host.ErrUnsupported):
		kind = record.Skipped
	case errors.Is(err, host.ErrMemory): // before what may have come of it
		kind = record.OOM
	case errors.Is(err, host.ErrProcesses):
		kind = record.Processes
	case errors.Is(err, host.ErrTimeout):
		kind = record.Timeout
	case errors.Is(err, sp.ErrDiverged):
		kind = record.Diverged
	case errors.Is(err, sp.ErrProtocol), errors.Is(err, host.ErrVersion), errors.Is(err, errClaim):
		kind = record.Protocol
	}
	return record.Outcome{Kind: kind, Reason: err.Error()}
}

// overLimit reports whether a learner exceeded a limit of memory or of processes.
func overLimit(err error) bool {
	return errors.Is(err, host.ErrMemory) || errors.Is(err, host.ErrProcesses)
}

// errClaim marks a claim of the learner that the harness found to be false.
var errClaim = errors.New("a claim does not hold")

// do tunes, fits, audits and scores.
func (x *execution) do(ctx context.Context) (err error) {
	if x.Fit.learner.err != nil {
		return x.Fit.learner.err
	}
	x.recall()
	raw, err := x.begin(x.Key, x.rec.Times.Resumed == 0)
	if err != nil {
		return err
	}
	defer x.log.close()
	if err := x.tune(ctx, &raw); err != nil {
		return err
	}
	if x.parts, err = raw.prepared(x.Dataset.Data); err != nil {
		return err
	}
	var stopped error
	err = x.process(ctx, &x.parts, func(r *reader) error {
		x.reader = r
		if stopped = x.learn(ctx); stopped != nil {
			return stopped
		}
		if err := x.audit(); err != nil {
			return err
		}
		return x.score(ctx)
	})
	x.rec.Times.Process = usage(x.used)
	x.rec.Times.Process.CPU += record.Number(x.before)
	if t := &x.rec.Times; runtime.GOOS != "linux" && !math.IsNaN(float64(t.Fit.Wall)) {
		t.Fit.CPU = t.Process.CPU // no other is known
	}
	if ctx.Err() == nil && errors.Is(stopped, host.ErrTimeout) && !overLimit(err) && len(x.kept) > 0 {
		return x.salvage(ctx, stopped)
	}
	return err
}

// begin opens the log of the fit of that key, which the caller closes, and returns what
// is learned from.
func (x *execution) begin(key string, fresh bool) (parts, error) {
	log, err := openLog(x.run.store.LogPath(key), fresh)
	if err != nil {
		return parts{}, &storeError{err}
	}
	raw, err := x.instances()
	if err != nil {
		log.close()
	}
	x.log = log
	return raw, err
}

// request asks for a fit with params, with checkpoints by the schedule. Under a
// limit of time there are always many, as the last one counts.
func (x *execution) request(params []byte, schedule suite.Curve) wire.FitRequest {
	if x.run.Suite.Curve == noCurve && x.run.Suite.Limits.Seconds > 0 {
		schedule = suite.Curve{First: 1, Factor: 1.25}
	}
	return wire.FitRequest{
		Setting:  x.setting(params),
		Budget:   sp.Budget(x.budget()),
		Schedule: sp.Schedule{First: schedule.First, Factor: schedule.Factor},
	}
}

var (
	// noCurve asks for the last checkpoint only.
	noCurve suite.Curve
	// course is the schedule of a fit whose suite has no curve: of checkpoints on the way only what they claim is
	// recorded, as their losses would have to be scored, and their weights kept until then.
	course = suite.Curve{First: 1, Factor: 2}
)

// learn runs the fit and writes down what it took.
func (x *execution) learn(ctx context.Context) error {
	schedule := x.run.Suite.Curve
	if schedule == noCurve {
		schedule = course
	}
	if err := x.pursue(ctx, x.reader.learner, x.rec.Params, schedule); err != nil {
		return err
	}
	f := &x.fitted
	x.rec.Outcome.Kind = record.OK
	if f.End == sp.EndedByBudget {
		x.rec.Outcome.Kind = record.Budget
	}
	x.rec.Ended = f.End
	b, last := x.budget(), x.last()
	if b.CPUSeconds > 0 && last.CPUSeconds > 1.1*b.CPUSeconds+1 {
		x.rec.Warnings = append(x.rec.Warnings, "it used more CPU seconds than the budget has")
	}
	if b.Seconds > 0 && last.Seconds > 1.1*b.Seconds+1 {
		x.rec.Warnings = append(x.rec.Warnings, "it used more seconds than the budget has")
	}
	return x.keep(f.Counts)
}

// keep writes down the last weights and their cost: the seconds are those until they arrived.
func (x *execution) keep(c sp.Counts) (err error) {
	last := x.last()
	x.rec.Warnings = append(x.rec.Warnings, x.fitted.Warnings...)
	x.rec.Counts = c
	x.rec.Remote = x.fitted.Remote
	x.rec.Passes = record.Number(x.passes(c))
	x.rec.Times.Fit, x.rec.Times.Host = clock(last.Seconds, last.CPUSeconds), record.Number(x.fitted.WallSeconds)
	if x.rec.WeightsFile, err = x.run.store.PutWeights(last.Weights); err != nil {
		return &storeError{err}
	}
	return nil
}

func (x *execution) last() *sp.Stamped { return &x.kept[len(x.kept)-1] }

// passes returns visits / instances learned from: all, but where the last checkpoint has fewer.
func (x *execution) passes(c sp.Counts) float64 {
	n := float64(len(x.train) + len(x.partial))
	if len(x.kept) > 0 {
		if some := x.last().Values[sp.ValueInstances]; some >= 1 && some < n {
			n = some
		}
	}
	return float64(c.Visits) / n
}

func clock(wall, cpu float64) record.Clock {
	return record.Clock{Wall: record.Number(wall), CPU: record.Number(cpu)}
}

package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A saved is what a fit under way can go on from in another run, after this one was interrupted.
type saved struct {
	Trials        []record.Trial // those that are through
	Tune, TuneCPU record.Number  // seconds of tuning
	Warnings      []string       // of the record
	Resumed       int            // how often it went on already
	Measured      measured       // all of it

	Tuning bool         // what is fitted is a trial
	Params []byte       // with which
	Fit    sp.Saved     // no State: nothing is being fitted
	Kept   []sp.Stamped // checkpoints before that; in the record of a curve they lie beside it:

	KeptBytes int64  // so many bytes of what does; 0: nothing
	KeptSum   []byte // SHA-256 of these

	file keptFile // of Kept, where they are read from this run folder
}

// SaveEvery is how often the state of a fit is saved unless [RunOptions] say otherwise.
const SaveEvery = 30 * time.Second

// leastBetween keeps trials that are over in no time from being written down one by one.
const leastBetween = time.Second

// String says where a fit goes on.
func (s *saved) String() string {
	text := ""
	if n := len(s.Trials); n > 0 {
		text += fmt.Sprintf(", after %d trials", n)
	}
	if s.Fit.State != nil {
		text += fmt.Sprintf(", after %.3g s", s.Fit.Seconds)
	}
	return text
}

// write saves what there is: fit is the state of the one under way, if there is one. That it cannot be written costs
// an interrupted run time, and this one nothing.
func (x *execution) write(params []byte, fit sp.Saved) {
	s := saved{
		Trials: x.rec.Trials, Tune: x.tunedFor(), TuneCPU: x.rec.Times.TuneCPU, Warnings: x.rec.Warnings,
		Resumed: x.rec.Times.Resumed, Measured: x.measured, Tuning: !x.tuning.IsZero(), Params: params, Fit: fit,
	}
	var err error
	switch {
	case fit.State == nil:
	case x.run.Suite.Curve != noCurve && x.tuning.IsZero():
		err = x.writeKept(&s)
	default:
		s.Kept = x.kept
	}
	var content bytes.Buffer
	if err == nil {
		err = gob.NewEncoder(&content).Encode(&s)
	}
	if err == nil {
		err = resume.PutState(x.run.store.Dir(), x.Key, content.Bytes())
	}
	if err != nil {
		x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: %v", x.Fit, err)})
	}
	x.wrote, x.renewed = time.Now(), true
}

// writeTrials saves the trials so far, unless a state was just saved, or none was looked for.
func (x *execution) writeTrials() {
	if !x.wrote.IsZero() && time.Since(x.wrote) > leastBetween {
		x.write(nil, sp.Saved{})
	}
}

// tunedFor returns the seconds of tuning so far.
func (x *execution) tunedFor() record.Number {
	s := x.rec.Times.Tune
	if !x.tuning.IsZero() {
		s += record.Number(time.Since(x.tuning).Seconds())
	}
	return s
}

// pursue fits with params from the state that a run before has left of that, else from the start, and leaves what
// came of it in kept and fitted.
func (x *execution) pursue(ctx context.Context, l *host.Learner, params []byte, schedule suite.Curve) (err error) {
	r := x.request(params, schedule)
	if x.Fit.learner.about.Resumable != "" {
		r.SaveSeconds = x.run.SaveEvery.Seconds()
	}
	r.ReportSeconds = x.run.ReportEvery.Seconds()
	x.kept, x.file, x.renewed = nil, keptFile{}, false
	spent := 0.0
	if s := &x.saved; s.Fit.State != nil && s.Tuning == !x.tuning.IsZero() && bytes.Equal(s.Params, params) {
		r.Resume, x.kept, x.file, spent = &s.Fit, s.Kept, s.file, s.Fit.Seconds
	}
	patient, cancel := x.patienceAfter(ctx, spent)
	defer cancel()
	x.fitted, err = l.FitWith(patient, r, host.Listener{
		Checkpoint: func(c sp.Stamped) error {
			if n := len(x.kept); n > 0 && len(c.Weights) != len(x.kept[n-1].Weights) { // before and after an interruption
				return fmt.Errorf("%w: %d, and %d before", sp.ErrWidth, len(c.Weights), len(x.kept[n-1].Weights))
			}
			x.follow(c)
			x.progress(c.Counts, c.Values)
			return nil
		},
		Saved: func(s sp.Saved) error {
			if x.tuning.IsZero() { // trials are no part of what processes took
				x.measured.Memory = max(x.measured.Memory, l.Memory())
			}
			x.write(params, s)
			return nil
		},
		Progress: func(p wire.Progress) { x.progress(p.Counts, p.Values) },
	})
	if r.Resume == nil {
		return err
	}
	if x.saved.Fit = (sp.Saved{}); errors.Is(err, sp.ErrState) {
		x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: begins anew: %v", x.Fit, err)})
		if x.measured.Memory = 0; len(x.saved.Trials) == 0 { // nothing of before counts
			x.rec.Times.Resumed, x.measured = 0, x.run.here()
		}
		return x.pursue(ctx, l, params, schedule)
	}
	if x.tuning.IsZero() {
		x.before = r.Resume.CPUSeconds
	}
	if err != nil && ctx.Err() == nil && outcome(err).Kind == record.Crash && !x.renewed && confine.CheckTempFolder() == nil {
		return errors.Join(err, x.refuse()) // it may be the state that the learner dies of
	}
	return err
}

// follow takes a checkpoint: of those before it a trial needs nothing, a fit without a curve what they claim.
func (x *execution) follow(c sp.Stamped) {
	switch n := len(x.kept); {
	case n == 0 || x.run.Suite.Curve != noCurve && x.tuning.IsZero():
	case x.tuning.IsZero():
		x.kept[n-1].Weights = nil
	default:
		x.kept = x.kept[:0]
	}
	x.kept = append(x.kept, c)
}

// progress tells who watches how far the fit is.
func (x *execution) progress(c sp.Counts, values map[string]float64) {
	e := Event{Kind: Progress, Fit: x.Fit, Passes: x.passes(c), Values: values}
	if !x.tuning.IsZero() {
		e.Trial = len(x.rec.Trials) + 1
		e.Passes = math.NaN()
	}
	x.run.observe(e)
}

// replay returns the trial that comes next if a run before has made it, and its error. A retry tries failed ones again.
func (x *execution) replay(params json.RawMessage) (t record.Trial, made bool, err error) {
	at := len(x.rec.Trials)
	if at >= len(x.saved.Trials) || !slices.Equal(x.saved.Trials[at].Params, params) {
		return t, false, nil
	}
	if t = x.saved.Trials[at]; x.run.Retry && !byItself(t.Outcome) {
		return t, false, nil
	}
	return t, true, failure(t.Outcome)
}

// failure returns the error whose outcome o is; nil of a good one.
func failure(o record.Outcome) error {
	if o.Good() {
		return nil
	}
	for _, kind := range []error{host.ErrUnsupported, host.ErrTimeout, host.ErrMemory, host.ErrProcesses, sp.ErrDiverged, sp.ErrProtocol} {
		if outcome(kind).Kind == o.Kind {
			return &pastError{o.Reason, kind}
		}
	}
	return errors.New(o.Reason)
}

// A pastError reads as it did in a run before and wraps its kind.
type pastError struct {
	text string
	kind error
}

func (e *pastError) Error() string { return e.text }
func (e *pastError) Unwrap() error { return e.kind }

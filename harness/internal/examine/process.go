package examine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// open starts a process of the learner with a number of threads. It sends the data, unless both
// sets are nil.
func (e *examination) open(threads int, train, test []sp.Instance) (*host.Learner, error) {
	ctx, cancel := e.patient()
	defer cancel()
	l, err := host.Open(ctx, e.source, host.Options{
		Env: []string{Marker + "=" + e.mark}, Threads: threads, Timeout: e.Patience / 2,
		Sandbox: confine.Sandbox{Kind: sandbox.Kind(e.Sandbox), Read: e.Paths},
	})
	if errors.Is(err, host.ErrHost) {
		e.trouble = err
	}
	if err != nil {
		return nil, err
	}
	if len(e.folders) == 0 {
		e.folders = temporary(e.marked()) // once is enough: this looks at all processes
	}
	if train == nil && test == nil {
		return l, nil
	}
	if err := e.load(l, train, test); err != nil {
		l.Close() // err has the reason
		return nil, err
	}
	return l, nil
}

// load sends the data; a nil set stays as it is.
func (e *examination) load(l *host.Learner, train, test []sp.Instance) (err error) {
	ctx, cancel := e.patient()
	defer cancel()
	if l.Describe().Texts {
		train, test = worded(train), worded(test)
		l.SetNames(labelled(slices.Concat(train, test)))
	}
	if train != nil {
		err = l.Load(ctx, host.Train, train)
	}
	if test != nil && err == nil {
		err = l.Load(ctx, host.Test, test)
	}
	return e.met(err)
}

// met keeps errors that mean that the learner hangs.
func (e *examination) met(err error) error {
	e.hung = e.hung || errors.Is(err, host.ErrTimeout)
	return err
}

// patient returns a context for one call.
func (e *examination) patient() (context.Context, context.CancelFunc) {
	return host.WithTimeout(e.ctx, e.Patience)
}

// An outcome is the result of one fit.
type outcome struct {
	points []sp.Stamped
	host.Fitted
	err error
}

func (o *outcome) last() []float64 { return o.points[len(o.points)-1].Weights }

// fit runs one fit to its end.
func (e *examination) fit(l *host.Learner, r wire.FitRequest) outcome {
	o := e.fitWithin(l, r, e.Patience)
	e.met(o.err)
	return o
}

// fitWithin makes a fit that must end within a time.
func (e *examination) fitWithin(l *host.Learner, r wire.FitRequest,
	within time.Duration) (o outcome) {
	ctx, cancel := host.WithTimeout(e.ctx, within)
	defer cancel()
	o.Fitted, o.err = l.Fit(ctx, r, func(c sp.Stamped) error {
		o.points = append(o.points, c)
		return nil
	})
	return o
}

// unsupported returns the error of a learner that refuses a task as a skip; nil for other errors.
func unsupported(err error) error {
	if !errors.Is(err, host.ErrUnsupported) {
		return nil
	}
	return skip("unsupported: " + reason(err))
}

// reason returns the learner's own text in an error.
func reason(err error) string {
	text := err.Error()
	if _, after, ok := strings.Cut(text, "learner: fit: "); ok {
		text = after
	}
	return strings.TrimSuffix(text, ": "+errors.ErrUnsupported.Error())
}

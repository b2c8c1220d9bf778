package fit

import (
	"errors"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// errReport marks a value reported by a learner that the harness found to be wrong.
var errReport = errors.New("a reported value is wrong")

// A storeError is a failure of the run folder.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }

// Stops reports whether a failure is of the run folder or of this machine. Such a failure says
// nothing about the learner: there is no record, and the run stops.
func Stops(err error) bool {
	var stored *storeError
	return errors.As(err, &stored) || errors.Is(err, host.ErrHost)
}

// OutcomeOf returns the outcome that an error of a learner leads to.
func OutcomeOf(err error) record.Outcome {
	kind := record.Crash
	switch {
	case errors.Is(err, host.ErrUnsupported):
		kind = record.Skipped
	case errors.Is(err, host.ErrMemory): // before its possible consequences
		kind = record.OOM
	case errors.Is(err, host.ErrProcesses):
		kind = record.Processes
	case errors.Is(err, host.ErrTimeout):
		kind = record.Timeout
	case errors.Is(err, sp.ErrDiverged):
		kind = record.Diverged
	case errors.Is(err, sp.ErrProtocol), errors.Is(err, host.ErrVersion), errors.Is(err, errReport):
		kind = record.Protocol
	}
	return record.Outcome{Kind: kind, Reason: err.Error()}
}

// errorOf returns an error with this outcome; nil if the outcome is good.
func errorOf(o record.Outcome) error {
	if o.Good() {
		return nil
	}
	for _, kind := range []error{
		host.ErrUnsupported, host.ErrTimeout, host.ErrMemory, host.ErrProcesses, sp.ErrDiverged,
		sp.ErrProtocol,
	} {
		if OutcomeOf(kind).Kind == o.Kind {
			return &pastError{o.Reason, kind}
		}
	}
	return errors.New(o.Reason)
}

// A pastError is an error of an earlier run: its text, and the kind that it wraps.
type pastError struct {
	text string
	kind error
}

func (e *pastError) Error() string { return e.text }
func (e *pastError) Unwrap() error { return e.kind }

// Complete reports whether an outcome was neither cut short nor a failure. It would be the same
// under wider limits.
func Complete(o record.Outcome) bool {
	return o.Good() || o.Kind == record.Skipped || o.Kind == record.Diverged
}

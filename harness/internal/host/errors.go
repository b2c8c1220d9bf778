package host

import (
	"context"
	"errors"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// Kinds of failure. Each error of this package wraps one of them, one of the kinds of package sp,
// or the cause of a cancelled context. Package fault describes the first six.
var (
	ErrHost      = fault.ErrHost
	ErrNotFound  = fault.ErrNotFound
	ErrBuild     = fault.ErrBuild
	ErrStart     = fault.ErrStart
	ErrMemory    = fault.ErrMemory
	ErrProcesses = fault.ErrProcesses

	// ErrNoise marks a program that printed something else than the handshake. The error wraps
	// ErrStart too.
	ErrNoise = errors.New("no handshake on its standard output")
	// ErrVersion marks a learner with a different protocol version. The error wraps ErrStart too.
	ErrVersion = errors.New("learner speaks another protocol version")
	// ErrCrash marks a process that ended during a call.
	ErrCrash = errors.New("learner crashed")
	// ErrFailed marks an error returned by the learner's own code.
	ErrFailed = errors.New("learner failed")
	// ErrUnsupported marks a task that the learner cannot do, as it says.
	ErrUnsupported = errors.ErrUnsupported
	// ErrTimeout marks a call that exceeded the deadline of its context.
	ErrTimeout = context.DeadlineExceeded
	// ErrClosed marks a call on a closed learner.
	ErrClosed = errors.New("learner is closed")
)

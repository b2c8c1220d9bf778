package host

import (
	"context"
	"errors"
)

// Kinds of failure. Errors of this package wrap one of them, one of the kinds of package sp, or the cause of a
// cancelled context.
var (
	// ErrHost marks a failure of this machine or of how it is set up, such as a full disk, which says nothing about any learner.
	ErrHost = errors.New("trouble of this machine, not of the learner")
	// ErrNotFound marks a learner that nothing on the search path provides.
	ErrNotFound = errors.New("no such learner")
	// ErrBuild marks a learner whose source does not build.
	ErrBuild = errors.New("learner does not build")
	// ErrStart marks a program that did not come up as a learner.
	ErrStart = errors.New("learner does not start")
	// ErrNoise marks a program that printed, but no line of the handshake; such
	// an error wraps ErrStart too.
	ErrNoise = errors.New("no handshake on its standard output")
	// ErrVersion marks a learner of another protocol version; such an error
	// wraps ErrStart too.
	ErrVersion = errors.New("learner speaks another protocol version")
	// ErrCrash marks a process that ended during a call.
	ErrCrash = errors.New("learner crashed")
	// ErrMemory marks a learner that met its limit of memory.
	ErrMemory = errors.New("learner ran out of memory")
	// ErrProcesses marks a learner that met its limit of processes.
	ErrProcesses = errors.New("learner started too many processes or threads")
	// ErrFailed marks an error that the learner's own code returned.
	ErrFailed = errors.New("learner failed")
	// ErrUnsupported marks a task that the learner says it cannot do.
	ErrUnsupported = errors.ErrUnsupported
	// ErrTimeout marks a call whose context met its deadline.
	ErrTimeout = context.DeadlineExceeded
	// ErrClosed marks a call on a closed learner.
	ErrClosed = errors.New("learner is closed")
)

package sp

import (
	"errors"
	"fmt"
)

// Kinds of errors of a learner, besides errors.ErrUnsupported for a task that it cannot do. They travel with what
// wraps them between its process and the harness.
var (
	// ErrParams marks parameters, or a setting, that a learner does not admit.
	ErrParams = errors.New("bad parameters")
	// ErrPanic marks a panic in a learner's own code.
	ErrPanic = errors.New("panic in the learner")
	// ErrDiverged marks a fit whose weights are no longer finite.
	ErrDiverged = errors.New("the fit diverged")
	// ErrState marks a state to go on from that the learner does not recognise.
	ErrState = errors.New("not a state of this fit")
	// ErrProtocol marks an answer that breaks the contract.
	ErrProtocol = errors.New("learner breaks the protocol")
	// ErrWidth marks a checkpoint with another number of weights than the one before. It is an ErrProtocol.
	ErrWidth = fmt.Errorf("%w: the number of weights changes", ErrProtocol)
)

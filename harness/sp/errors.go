package sp

import (
	"errors"
	"fmt"
)

// Kinds of errors of a learner, besides errors.ErrUnsupported for an impossible task. The
// protocol preserves them, with the text of wrapping errors, from the learner's process to the
// harness.
var (
	// ErrParams marks parameters, or a setting, the learner does not accept.
	ErrParams = errors.New("bad parameters")
	// ErrPanic marks a panic in a learner's own code.
	ErrPanic = errors.New("panic in the learner")
	// ErrDiverged marks a fit whose weights are no longer finite.
	ErrDiverged = errors.New("the fit diverged")
	// ErrState marks a saved state the learner cannot resume.
	ErrState = errors.New("not a state of this fit")
	// ErrProtocol marks an answer in violation of the protocol.
	ErrProtocol = errors.New("learner breaks the protocol")
	// ErrForbidden marks scores under which no labeling is above -Inf.
	ErrForbidden = errors.New("every labeling is forbidden")
	// ErrWidth marks a checkpoint whose number of weights differs from the one before. It is an
	// ErrProtocol.
	ErrWidth = fmt.Errorf("%w: the number of weights changes", ErrProtocol)
)

package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ErrParams marks parameters, or settings, that a learner does not admit.
var ErrParams = errors.New("bad parameters")

// ErrPanic marks a panic in a learner's own code.
var ErrPanic = errors.New("panic in the learner")

// ErrDiverged marks a fit whose weights are no longer finite.
var ErrDiverged = errors.New("the fit diverged")

// ErrProtocol marks an answer that breaks the contract.
var ErrProtocol = errors.New("learner breaks the protocol")

// ErrWidth marks a checkpoint with another number of weights than the one before;
// it wraps ErrProtocol.
var ErrWidth = fmt.Errorf("%w: the number of weights changes", ErrProtocol)

// ErrLost marks a call whose learner process is gone or out of reach.
var ErrLost = errors.New("lost the learner process")

// kinds pairs each kind of error with the status code it travels as. The first
// pair that fits is taken; an error of no kind travels as codes.Unknown.
var kinds = []struct {
	err  error
	code codes.Code
}{
	{context.Canceled, codes.Canceled},
	{context.DeadlineExceeded, codes.DeadlineExceeded},
	{errors.ErrUnsupported, codes.Unimplemented},
	{ErrParams, codes.InvalidArgument},
	{ErrPanic, codes.Aborted},
	{ErrDiverged, codes.OutOfRange},
	{ErrWidth, codes.DataLoss},
	{ErrProtocol, codes.FailedPrecondition},
	{ErrLost, codes.Unavailable},
}

// maxMessage bounds the text of a status: it travels in a header, whose length
// other gRPC implementations limit.
const maxMessage = 6 << 10

// ToStatus returns err as an error that gRPC sends with its kind.
func ToStatus(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return status.Error(k.code, text)
		}
	}
	return status.Error(codes.Unknown, text)
}

// FromStatus returns an error of an RPC as one that wraps its kind:
// context.Canceled, context.DeadlineExceeded, errors.ErrUnsupported, [ErrParams],
// [ErrPanic], [ErrDiverged], [ErrWidth], [ErrProtocol], [ErrLost], or none.
func FromStatus(err error) error {
	if err == nil {
		return nil
	}
	s, ok := status.FromError(err)
	if !ok {
		return err
	}
	for _, k := range kinds {
		if s.Code() == k.code {
			return &remoteError{s.Message(), k.err}
		}
	}
	if s.Code() == codes.Unknown {
		return errors.New(s.Message())
	}
	return fmt.Errorf("%s: %s", s.Code(), s.Message())
}

// A remoteError reads as the sender wrote it and wraps its kind.
type remoteError struct {
	text string
	kind error
}

func (e *remoteError) Error() string { return e.text }
func (e *remoteError) Unwrap() error { return e.kind }

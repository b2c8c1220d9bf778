package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ErrLost marks a call to a learner process that is gone or unreachable.
var ErrLost = errors.New("lost the learner process")

// kinds pairs each kind of error with its status code. The first matching pair counts. An error of
// no kind has codes.Unknown.
var kinds = []struct {
	err  error
	code codes.Code
}{
	{context.Canceled, codes.Canceled},
	{context.DeadlineExceeded, codes.DeadlineExceeded},
	{errors.ErrUnsupported, codes.Unimplemented},
	{sp.ErrParams, codes.InvalidArgument},
	{sp.ErrPanic, codes.Aborted},
	{sp.ErrDiverged, codes.OutOfRange},
	{sp.ErrState, codes.NotFound},
	{sp.ErrWidth, codes.DataLoss},
	{sp.ErrProtocol, codes.FailedPrecondition},
	{ErrLost, codes.Unavailable},
}

// maxMessage bounds the text of a status in bytes, sent and received. The text is in a header,
// which other gRPC implementations limit in length, and in records.
const maxMessage = 1 << 10

// ToStatus returns err as a gRPC status with its kind.
func ToStatus(err error) error {
	if err == nil {
		return nil
	}
	text := Beginning(err.Error(), maxMessage)
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return status.Error(k.code, text)
		}
	}
	return status.Error(codes.Unknown, text)
}

// Beginning returns at most the first bytes of a text, with a mark if the text is longer.
func Beginning(text string, bytes int) string {
	if len(text) > bytes {
		text = strings.ToValidUTF8(text[:bytes], "") + "…"
	}
	return text
}

// FromStatus returns an error of an RPC as an error that wraps its kind: context.Canceled,
// context.DeadlineExceeded, errors.ErrUnsupported, [sp.ErrParams], [sp.ErrPanic], [sp.ErrDiverged],
// [sp.ErrState], [sp.ErrWidth], [sp.ErrProtocol], [ErrLost], or none. Its text is the first
// kilobyte of the sent text.
func FromStatus(err error) error {
	if err == nil {
		return nil
	}
	s, ok := status.FromError(err)
	if !ok {
		return err
	}
	text := Printable(Beginning(s.Message(), maxMessage))
	for _, k := range kinds {
		if s.Code() == k.code {
			return &remoteError{text, k.err}
		}
	}
	if s.Code() == codes.Unknown {
		return errors.New(text)
	}
	return fmt.Errorf("%s: %s", s.Code(), text)
}

// A remoteError has the text of the sender and wraps its kind.
type remoteError struct {
	text string
	kind error
}

func (e *remoteError) Error() string { return e.text }
func (e *remoteError) Unwrap() error { return e.kind }

package wire_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestErrorsKeepTheirKind(t *testing.T) {
	for _, kind := range []error{
		errors.ErrUnsupported, sp.ErrParams, sp.ErrPanic, sp.ErrDiverged, sp.ErrState, wire.ErrLost,
		context.Canceled, context.DeadlineExceeded,
	} {
		err := fmt.Errorf("learner: needs a chain: %w", kind)
		got := wire.FromStatus(wire.ToStatus(err))
		if !errors.Is(got, kind) || got.Error() != err.Error() {
			t.Errorf("%v came back as %v", err, got)
		}
	}
	if got := wire.FromStatus(wire.ToStatus(errors.New("plain"))); got.Error() != "plain" ||
		errors.Unwrap(got) != nil {
		t.Errorf("a plain error came back as %#v", got)
	}
	if wire.ToStatus(nil) != nil || wire.FromStatus(nil) != nil {
		t.Error("no error became one")
	}
	long := wire.ToStatus(errors.New(strings.Repeat("é", 10000)))
	if s, _ := status.FromError(long); s.Code() != codes.Unknown || len(s.Message()) > 1100 {
		t.Errorf("a long error travels as %s with %d bytes", s.Code(), len(s.Message()))
	}
	if text := wire.FromStatus(status.Error(codes.Aborted,
		strings.Repeat("é", 1<<21))).Error(); len(text) > 1100 || !strings.HasSuffix(text, "é…") {
		t.Errorf("a long status is an error of %d bytes", len(text))
	}
}

package fit

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// TestOutcomeOf: each error of a learner is one outcome, and comes back from its record.
func TestOutcomeOf(t *testing.T) {
	for _, test := range []struct {
		err  error
		kind record.OutcomeKind
	}{
		{host.ErrUnsupported, record.Skipped},
		{host.ErrMemory, record.OOM},
		{fmt.Errorf("%w; %w", host.ErrMemory, host.ErrCrash), record.OOM},
		{host.ErrProcesses, record.Processes},
		{host.ErrTimeout, record.Timeout},
		{sp.ErrDiverged, record.Diverged},
		{sp.ErrProtocol, record.Protocol},
		{host.ErrVersion, record.Protocol},
		{errReport, record.Protocol},
		{host.ErrCrash, record.Crash},
		{host.ErrStart, record.Crash},
	} {
		err := fmt.Errorf("host: learner: %w", test.err)
		o := OutcomeOf(err)
		if o.Kind != test.kind || o.Reason != err.Error() || Stops(err) {
			t.Errorf("%v is %+v, want %s", err, o, test.kind)
		}
		if back := OutcomeOf(errorOf(o)); back != o {
			t.Errorf("%v comes back as %+v", err, back)
		}
	}
	if !Stops(host.ErrHost) || !Stops(&storeError{host.ErrCrash}) ||
		errorOf(record.Outcome{Kind: record.Budget}) != nil {
		t.Error("trouble of the machine stops a run, and a good outcome is no error")
	}
}

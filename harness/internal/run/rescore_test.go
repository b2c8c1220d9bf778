package run_test

import (
	"os"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

// TestFailedScoringKeepsTheFit: if scoring again fails, the stored fit stays. Its rows tell the
// reason, and a retry scores them.
func TestFailedScoringKeepsTheFit(t *testing.T) {
	t.Cleanup(func() { os.Remove(broken()) })
	r := newRerunner(t, staleSuite+unconfined)
	was, _ := r.moody(run.Options{})
	setHashes(t, "", otherScore)
	// behind the plan, for which it had to start
	r.started = func() { os.WriteFile(broken(), nil, 0o666) }
	is, _ := r.moody(run.Options{})
	if is.WeightsFile != was.WeightsFile || is.Outcome != was.Outcome || is.Ended != was.Ended ||
		is.Times.Fit != was.Times.Fit ||
		len(is.Rows) != 2 {
		t.Fatalf("the fit is %+v, was %+v", is, was)
	}
	for i, row := range is.Rows {
		if row.Outcome.Kind != record.Crash || row.Outcome.Reason == "" ||
			!scoredBy(row, otherScore) ||
			len(row.Metrics) > 0 {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	r.started = nil
	check(t, os.Remove(broken()))
	if again, said := r.moody(run.Options{}); record.Differences(again, is) != nil {
		t.Errorf("it was tried again without being asked: %q, %+v", said, again.Rows)
	}
	is, said := r.moody(run.Options{Retry: true})
	if is.WeightsFile != was.WeightsFile || is.Times.Fit != was.Times.Fit ||
		!strings.Contains(said, "scored again") {
		t.Errorf("retried: %q, %+v", said, is)
	}
	for i, row := range is.Rows {
		if row.Outcome.Kind != record.OK ||
			row.Metrics["hamming"] != was.Rows[i].Metrics["hamming"] {
			t.Errorf("row %d is %+v, was %+v", i, row, was.Rows[i])
		}
	}
}

package bench_test

import (
	"os"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
)

// Where scoring again fails, what was fitted stays: its rows say why, and a run that retries makes them.
func TestFailedScoringKeepsTheFit(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	r := newRerunner(t, staleSuite)
	first, _ := r.must(bench.RunOptions{})
	was := first["moody"]
	bench.PlantSides(t, "", otherScore)
	r.started = func() { os.WriteFile(broken(), nil, 0o666) } // behind the plan, for which it had to start
	failed, _ := r.must(bench.RunOptions{})
	is := failed["moody"]
	if is.WeightsFile != was.WeightsFile || is.Outcome != was.Outcome || is.Ended != was.Ended || is.Times.Fit != was.Times.Fit || len(is.Rows) != 2 {
		t.Fatalf("the fit is %+v, was %+v", is, was)
	}
	for i, row := range is.Rows {
		if row.Outcome.Kind != record.Crash || row.Outcome.Reason == "" || row.Score != otherScore || len(row.Metrics) > 0 {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	r.started = nil
	if err := os.Remove(broken()); err != nil {
		t.Fatal(err)
	}
	if again, said := r.must(bench.RunOptions{}); !record.Equal(again["moody"], is) {
		t.Errorf("it was tried again without being asked: %q, %+v", said, again["moody"].Rows)
	}
	retried, said := r.must(bench.RunOptions{Retry: true})
	if is = retried["moody"]; is.WeightsFile != was.WeightsFile || is.Times.Fit != was.Times.Fit || !strings.Contains(said, "scored again") {
		t.Errorf("retried: %q, %+v", said, is)
	}
	for i, row := range is.Rows {
		if row.Outcome.Kind != record.OK || row.Metrics["hamming"] != was.Rows[i].Metrics["hamming"] {
			t.Errorf("row %d is %+v, was %+v", i, row, was.Rows[i])
		}
	}
}

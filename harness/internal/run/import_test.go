package run_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

// TestImport: a suite with one more metric and seed is another plan. It reuses the same fits of
// the first run, with their times, scores them by both metrics, and makes only the others.
func TestImport(t *testing.T) {
	t.Parallel()
	const text = `
suite: %s
datasets: [chains: {words: 40, split: {train: 10, test: 20}}]
metrics: [%s]
learners: [${honest}: {as: honest}]
seeds: %d
`
	before, store := runStored(t, fmt.Sprintf(text, "before", "zero-one", 1), run.Options{})
	var said string
	o := run.Options{From: []string{store.Dir()}, Observe: noting(&said)}
	after, own := runStored(t, fmt.Sprintf(text, "after", "zero-one, hamming-micro", 2), o)
	if !strings.Contains(said, "1 fits are reused") {
		t.Errorf("said: %q", said)
	}
	was, is := before[0], after[0]
	if len(after) != 2 || is.Key != was.Key || is.Times.Fit != was.Times.Fit ||
		after[1].Key == was.Key ||
		is.Suite != "after" {
		t.Fatalf("%+v, before %+v", after, was)
	}
	if pooled := is.Rows[0].Instances["hamming-micro"]; is.Rows[0].Metrics["hamming"] != was.Rows[0].Metrics["hamming"] ||
		pooled.N() != 20 {
		t.Errorf("rows %+v, before %+v", is.Rows, was.Rows)
	}
	if _, err := record.Weights(own.Dir(), is.WeightsFile); err != nil {
		t.Error(err)
	}
}

// TestImportFromNowhere: a folder that is not a run folder is an error.
func TestImportFromNowhere(t *testing.T) {
	t.Parallel()
	r := newRerunner(t, staleSuite)
	if _, _, err := r.run(run.Options{From: []string{t.TempDir()}}); err == nil ||
		!strings.Contains(err.Error(), "is no run folder") {
		t.Errorf("%v", err)
	}
}

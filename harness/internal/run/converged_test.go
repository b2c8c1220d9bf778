package run_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/run"
)

// TestNotConvergedPredictionsAreCounted: a row counts the test instances whose prediction did not
// converge.
func TestNotConvergedPredictionsAreCounted(t *testing.T) {
	t.Parallel()
	f := runSuite(t, `
suite: unsettled
datasets: [blobs: {images: 6, rows: 4, columns: 4, labels: 3, split: {train: 3, test: 3}}]
learners:
  - ${plain}: {as: plain}
decoders: [map, sign, spy, lbp]
`, run.Options{})[0]
	for i, want := range []int{0, 3, 0, 0} {
		if got := f.Rows[i].NotConverged; got != want {
			t.Errorf("%s: %d unsettled predictions, want %d", f.Rows[i].Label, got, want)
		}
	}
}

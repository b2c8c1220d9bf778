package main

import (
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

const partialSuite = `
suite: partial
datasets:
  - blobs:
      images: 70
      rows: 8
      columns: 8
      contrast: true
      features: {linear: {pairs: potts}}
      split: {train: 4, boxes: 8, partial: 20, labels: 0.2, test: 30}
loss: weighted-hamming
train-loss: weighted-hamming
learners:
  - ssvm: {lambda: 0.1, passes: 20, partial_passes: 10, as: imputed}
  - ssvm: {lambda: 0.1, passes: 20, partial_passes: 10, kappa: 0, as: labelled}
  - ssvm: {solver: subgradient, lambda: 0.1, passes: 20, partial_passes: 10, as: subgradient}
curve: {first: 1, factor: 2}
`

// TestImputedLabels: images with boxes or few labels take part. Each needs one call to impute, then
// the passes over all images. Such a fit reports no objective, since the harness does not know all
// its labels. A fit that ignores these images reports one and passes the audit.
func TestImputedLabels(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	putText(t, partialSuite, dir, "suite.yaml")
	if code := spbench(t, dir, "", "run", "suite.yaml"); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	run := must(record.Latest(filepath.Join(dir, "results")))(t)
	fits, _, err := record.Load(run)
	if err != nil || len(fits) != 3 {
		t.Fatal(len(fits), err)
	}
	for _, f := range fits {
		calls, audited := int64(20*4+28+10*32), false
		if f.Label == "labelled" {
			calls, audited = 20*4, true
		}
		last := f.Checkpoints[len(f.Checkpoints)-1]
		if !f.Outcome.Good() || last.Counts.MAP != calls || (f.Audit != nil) != audited {
			t.Errorf("%s: %v after %+v, audit %+v; want %d calls, an audit: %v", f.Label, f.Outcome,
				last.Counts, f.Audit, calls, audited)
		}
		if off := f.Rows[0].Metrics["weighted-hamming"]; !(off < 0.35) {
			t.Errorf("%s: weighted Hamming %v, where guessing has 0.5", f.Label, off)
		}
	}
}

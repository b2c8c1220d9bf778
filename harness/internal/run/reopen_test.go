package run_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

const reopenSuite = `
suite: reopen
datasets:
  - blobs: {images: 20, rows: 4, columns: 4, split: {train: 6, test: 5}, as: small}
  - blobs: {images: 30, rows: 3, columns: 5, split: {train: 6, test: 5}, as: other}
learners:
  - ${plain}: {shift: [0.5, -0.5], as: plain}
  - ${refuses}: {shift: [1, 2], as: refuses}
tune: {fraction: 0.3}
reveal: 0.3
seeds: 2
`

// reopened runs reopenSuite and returns the data for a later process.
func reopened(t *testing.T) (*plan.File, []record.Fit, *record.Store) {
	t.Helper()
	fits, store := runStored(t, reopenSuite, run.Options{})
	w := written(t, store)
	return w, fits, store
}

func TestReopenSaysWhatHasChanged(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	w, fits, _ := reopened(t)
	wantError := func(err error, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("error %v does not say %q", err, part)
			}
		}
	}
	var notes []string
	o := plan.Options{Note: func(line string) { notes = append(notes, line) }}
	_, err := plan.Reopen(w, "big", o)
	wantError(err, `no dataset "big"`, "small, other")
	past := must(plan.Reopen(w, "small", o))(t)

	rec := fits[0]
	rec.Identity = maps.Clone(rec.Identity)
	rec.Identity["build"] = "another"
	if _, err := past.Fit(&rec); err != nil || len(notes) != 1 ||
		!strings.Contains(notes[0], "changed since this fit was made: build") {
		t.Errorf("another build: %v, %q", err, notes)
	}
	rec.Identity["split"] = "another"
	_, err = past.Fit(&rec)
	wantError(err, "split 0 has changed")
	rec.Seed = record.Seed(9)
	_, err = past.Fit(&rec)
	wantError(err, "no split 0 with seed 9")
	rec.Label = "nobody"
	_, err = past.Fit(&rec)
	wantError(err, `no learner "nobody"`)

	w.Data["other"] = strings.Repeat("0", 64)
	_, err = plan.Reopen(w, "other", o)
	wantError(err, "dataset other has changed", "00000000")
}

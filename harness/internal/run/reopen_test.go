package run_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/suite"
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

// TestReadingIsWhatWasScored: a query to a fit gives the scored predictions, on every split and
// seed, with the chosen parameters and the revealed labels.
func TestReadingIsWhatWasScored(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	w, fits, store := reopened(t)
	ctx := context.Background()
	metric := must(metric.New("hamming", nil, nil))(t)
	done := 0
	for i := range fits {
		rec := &fits[i]
		if rec.Label != "plain" {
			continue
		}
		past := must(
			plan.Reopen(w, rec.Dataset, plan.Options{Note: func(line string) { t.Error(line) }}),
		)(
			t,
		)
		f := must(past.Fit(rec))(t)
		weights := must(record.Weights(store.Dir(), rec.WeightsFile))(t)
		scored := rec.Rows[0].Instances["hamming"]
		for at, index := range f.Test() {
			r := must(score.NewQuery(ctx, f, rec.Params, weights, at))(t)
			p, x, err := r.Predict(
				ctx, &suite.Decoder{Spec: suite.Spec{Name: "map"}, Reveal: suite.Reveal{Share: 0.3}},
			)
			check(t, err)
			if num, _ := metric.Stat(x, past.Data.Instances[index].Gold, p); num != scored.Num[at] {
				t.Errorf("%s: instance %d: loss %v, scored were %v", f, at, num, scored.Num[at])
			}
			if q, _, err := r.Predict(ctx, &suite.Decoder{Spec: suite.Spec{Name: "perturb", Args: []byte(`{"draws":7}`)}}); err != nil ||
				len(q.Marginal) != 2*len(p.Labels) {
				t.Errorf("%s: %v", f, err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			done++
		}
	}
	if done != 20 {
		t.Errorf("%d instances were asked, want 20", done)
	}
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

// TestReadingOfAnDecoderThatIsMissing: a learner without the decoder reports that, and answers
// later queries.
func TestReadingOfAnDecoderThatIsMissing(t *testing.T) {
	t.Parallel()
	fits, store := runStored(t, `
suite: wide
datasets: [blobs: {images: 4, rows: 30, columns: 30, split: {train: 2, test: 2}, features: {linear: {pairs: potts}}}]
learners:
  - ${plain}: {as: plain}
`, run.Options{})
	w := written(t, store)
	past := must(plan.Reopen(w, "blobs", plan.Options{}))(t)
	f := must(past.Fit(&fits[0]))(t)
	weights := must(record.Weights(store.Dir(), fits[0].WeightsFile))(t)
	weights[len(weights)-1] = 1 // the strength: pixels without one have marginals on any grid
	r := must(score.NewQuery(context.Background(), f, fits[0].Params, weights, 1))(t)
	defer r.Close()
	for decoder, want := range map[string]error{"mpm": host.ErrUnsupported, "perturb": nil} {
		if _, _, err := r.Predict(context.Background(), &suite.Decoder{Spec: suite.Spec{Name: decoder}}); !errors.Is(
			err, want,
		) {
			t.Errorf("%s: error %v, want %v", decoder, err, want)
		}
	}
}

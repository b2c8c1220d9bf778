package run_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestPartialSupervision: partially labelled instances reach the learner separately, with the share
// of labels that the split grants.
func TestPartialSupervision(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		labels     string
		least, top float64 // of about 250 letters
	}{{"0", 0, 0}, {"0.5", 80, 170}} {
		fits, store := runStored(t, `
suite: partial
datasets: [chains: {words: 80, split: {train: 20, partial: 30, labels: `+test.labels+`, test: 10}}]
learners: [${counts}: {as: counts}]
`, run.Options{})
		w := must(record.Weights(store.Dir(), fits[0].WeightsFile))(t)
		if w[0] != 20 || w[1] != 30 || w[2] < test.least || w[2] > test.top {
			t.Errorf(
				"labels %s: %v training instances, %v partial ones with %v labels", test.labels, w[0], w[1],
				w[2],
			)
		}
	}
}

// TestBoxes: columns of one dataset that differ only in their boxes. Labels outside of boxes reach
// the learner, and labels inside do not. An image without an object has no known labels. Each
// column has fits of its own.
func TestBoxes(t *testing.T) {
	t.Parallel()
	fits, store := runStored(t, `
suite: boxes
datasets:
  - blobs: {as: few, images: 40, rows: 6, columns: 6, radius: 4, split: {train: 5, test: 10}}
  - blobs: {as: boxes, images: 40, rows: 6, columns: 6, radius: 4, split: {train: 5, boxes: 7, test: 10}}
  - blobs: {as: nothing, images: 40, rows: 6, columns: 6, radius: 4, split: {train: 5, partial: 7, test: 10}}
  - blobs: {as: both, images: 40, rows: 6, columns: 6, radius: 4, split: {train: 5, boxes: 7, partial: 18, test: 10}}
learners: [${counts}: {as: counts}]
`, run.Options{})
	d := must(data.Load("blobs", []byte(`{"images":40,"rows":6,"columns":6,"radius":4}`), ""))(t)
	splits := must(d.Splits(data.SplitSpec{Train: data.Part{N: 5}, Boxes: data.Part{N: 7},
		Test: data.Part{N: 10}}, 1))(t)
	known, empty := 0.0, 0
	for _, i := range splits[0].Boxes {
		x := prepare.Box(d.Instances[i], d.Outside[i])
		if !slices.Contains(d.Instances[i].Gold, 1) {
			empty++
		}
		for _, k := range x.Gold {
			if k == 0 {
				known++
			}
		}
	}
	if known == 0 || empty == 0 {
		t.Fatalf(
			"%v labels are known from boxes, %d images have no object: too little is tested", known, empty,
		)
	}
	keys := map[string]bool{}
	for i, want := range [][3]float64{{5, 0, 0}, {5, 7, known}, {5, 7, 0}, {5, 25, known}} {
		w := must(record.Weights(store.Dir(), fits[i].WeightsFile))(t)
		if [3]float64(w[:3]) != want {
			t.Errorf(
				"%s: %v training instances, partial ones and known labels of theirs, want %v", fits[i].Dataset,
				w[:3], want,
			)
		}
		keys[fits[i].Key] = true
	}
	if len(keys) != 4 {
		t.Errorf("4 columns have %d keys", len(keys))
	}
}

// TestSizes: the learner trains on a size of the training set alone. The largest size shares the
// fit of the whole set.
func TestSizes(t *testing.T) {
	t.Parallel()
	fits, store := runStored(t, `
suite: sizes
datasets:
  - chains: {words: 40, split: {train: 10, test: 20}, sizes: [3, 10]}
  - chains: {as: whole, words: 40, split: {train: 10, test: 20}}
learners: [${counts}: {as: counts}]
`, run.Options{})
	keys := map[string]bool{}
	for i, want := range []float64{3, 10, 10} {
		w, err := record.Weights(store.Dir(), fits[i].WeightsFile)
		if err != nil || w[0] != want {
			t.Errorf("%s: %v training instances, want %v; %v", fits[i].Dataset, w[0], want, err)
		}
		keys[fits[i].Key] = true
	}
	if len(fits) != 3 || len(keys) != 2 {
		t.Errorf("%d columns of %d fits, want 3 of 2", len(fits), len(keys))
	}
}

// TestBoxesOfNothing: a split cannot have boxes from a dataset without boxes. The error has its
// place.
func TestBoxesOfNothing(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	s, err := suite.Parse("suite.yaml", []byte(`
datasets:
  - blobs: {labels: 3, split: {train: 5, boxes: 7, test: 10}}
learners: [crf]
`))
	check(t, err)
	_, err = plan.New(
		context.Background(), s, plan.Options{PluginPath: []string{filepath.Join(t.TempDir(), "none")}},
	)
	var e *suite.Error
	if !errors.As(err, &e) || e.Pos != (suite.Pos{Line: 3, Column: 42}) ||
		!strings.Contains(e.What, `dataset "blobs" has no boxes`) {
		t.Errorf("boxes of three regions: %v", err)
	}
}

// TestStandardised: learner, audit and score see features standardised on training instances, and
// in a trial without its validation part.
func TestStandardised(t *testing.T) {
	t.Parallel()
	fits := runSuite(t, `
suite: standardised
datasets:
  - blobs: {images: 40, rows: 3, columns: 4, standardise: true, split: {train: 10, boxes: 4, partial: 5, test: 10}}
learners:
  - ${standard}: {as: standard, shift: [0.5, 0.25]}
decoders: [sign]
tune: {fraction: 0.3}
`, run.Options{})
	f := &fits[0]
	if !f.Outcome.Good() || len(f.Trials) != 2 || f.Audit == nil {
		t.Fatalf("outcome %+v, audit %v, trials %+v", f.Outcome, f.Audit, f.Trials)
	}
	for _, trial := range f.Trials {
		if !trial.Outcome.Good() {
			t.Errorf("trial %s: %s", trial.Params, trial.Outcome.Reason)
		}
	}
	d := must(
		data.Load("blobs", []byte(`{"images":40,"rows":3,"columns":4,"standardise":true}`), ""),
	)(
		t,
	)
	splits := must(d.Splits(data.SplitSpec{Train: data.Part{N: 10}, Boxes: data.Part{N: 4},
		Partial: data.Part{N: 5}, Test: data.Part{N: 10}}, 1))(t)
	mean, n := 0.0, 0.0
	for _, part := range [][]int{splits[0].Train, splits[0].Boxes, splits[0].Partial} {
		for _, i := range part {
			for v := range d.Instances[i].N() {
				mean, n = mean+float64(d.Instances[i].Node.DenseRow(v)[0]), n+1
			}
		}
	}
	mean /= n
	wrong, all := 0.0, 0.0
	for _, i := range splits[0].Test {
		x := &d.Instances[i]
		for v, k := range x.Gold {
			if (float64(x.Node.DenseRow(v)[0]) > mean) != (k == 1) {
				wrong++
			}
			all++
		}
	}
	if got := float64(f.Rows[0].Metrics["hamming"]); math.Abs(got-wrong/all) > 1e-12 {
		t.Errorf(
			"the sign of the standardised feature is wrong for %v of the test set, want %v", got, wrong/all,
		)
	}
}

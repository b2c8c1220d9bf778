package run_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
)

var (
	otherFit   = strings.Repeat("f", 64)
	otherScore = strings.Repeat("5", 64)
)

// scoredBy reports whether sources with that hash scored a row.
func scoredBy(
	row record.Row, hash string,
) bool {
	return record.ParseScore(row.Score)["score"] == hash
}

// A rerunner runs one suite again and again in one run folder. Its learner "moody" has other
// weights after each fit, which shows whether it was fitted again.
type rerunner struct {
	t    *testing.T
	text string
	dir  string

	started func() // when a fit is handed to a learner; nil: nothing
}

func newRerunner(t *testing.T, text string) *rerunner {
	t.Helper()
	return &rerunner{t: t, text: text, dir: t.TempDir()}
}

// plan returns the plan of the suite.
func (r *rerunner) plan() *plan.Plan {
	r.t.Helper()
	return newPlan(r.t, r.dir, r.text, plan.Options{})
}

// only returns the only run folder.
func (r *rerunner) only() []string {
	r.t.Helper()
	dirs := must(record.Runs(r.dir))(r.t)
	if len(dirs) != 1 {
		r.t.Fatal(dirs)
	}
	return dirs
}

// run returns the records by label, and the notes.
func (r *rerunner) run(o run.Options) (fits map[string]record.Fit, said string, err error) {
	r.t.Helper()
	planned := r.plan()
	store := must(record.Create(r.dir, "test", planned.Text))(r.t)
	defer store.Close()
	note := noting(&said)
	o.Observe = func(e run.Event) {
		note(e)
		if e.Kind == run.Started && r.started != nil {
			r.started()
		}
	}
	_, err = run.Run(context.Background(), planned, store, o)
	fits = map[string]record.Fit{}
	for _, f := range stored(r.t, store) {
		if old, ok := fits[f.Label]; !ok || f.Times.Appended.After(old.Times.Appended) {
			fits[f.Label] = f
		}
	}
	return fits, said, err
}

// must runs without an error.
func (r *rerunner) must(o run.Options) (fits map[string]record.Fit, said string) {
	r.t.Helper()
	fits, said, err := r.run(o)
	check(r.t, err)
	return fits, said
}

// moody is must for a suite of learner moody alone.
func (r *rerunner) moody(o run.Options) (record.Fit, string) {
	r.t.Helper()
	fits, said := r.must(o)
	return fits["moody"], said
}

const staleSuite = `
suite: stale
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners: [${moody}: {as: moody}]
decoders: [map, spy]
`

// TestStaleRowsAreScoredAgain: if only the sources of scores have changed, rows are made again from
// stored weights. Weights, outcome and times of the fit stay.
func TestStaleRowsAreScoredAgain(t *testing.T) {
	r := newRerunner(t, staleSuite)
	was, _ := r.moody(run.Options{})
	setHashes(t, "", otherScore)
	is, said := r.moody(run.Options{})
	if !strings.Contains(said, "1 fits are scored again, not fitted") {
		t.Errorf("said %q", said)
	}
	if is.WeightsFile != was.WeightsFile || is.Key != was.Key || is.Times.Fit != was.Times.Fit ||
		is.Times.Host != was.Times.Host ||
		is.Counts != was.Counts {
		t.Errorf("it was fitted again: %+v, was %+v", is, was)
	}
	if !is.Times.Appended.After(was.Times.Appended) || len(is.Rows) != 2 {
		t.Fatalf("%d rows, appended %v", len(is.Rows), is.Times.Appended)
	}
	for i, row := range is.Rows {
		if !scoredBy(row, otherScore) || row.Key == was.Rows[i].Key ||
			row.Metrics["hamming"] != was.Rows[i].Metrics["hamming"] {
			t.Errorf("row %d is %+v, was %+v", i, row, was.Rows[i])
		}
	}
	if third, said := r.moody(run.Options{}); said != "" || record.Differences(third, is) != nil ||
		third.Times.Appended != is.Times.Appended {
		t.Errorf("nothing is stale any more, but: %q", said)
	}
}

// TestStaleRowsWithoutParams: a fit that cannot be scored again, without its weights, is made
// again.
func TestStaleRowsWithoutParams(t *testing.T) {
	r := newRerunner(t, staleSuite)
	first, _ := r.moody(run.Options{})
	files, err := filepath.Glob(filepath.Join(r.dir, "*", "weights", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %q (%v)", files, err)
	}
	check(t, os.Remove(files[0]))
	setHashes(t, "", otherScore)
	is, said := r.moody(run.Options{})
	if is.WeightsFile == first.WeightsFile || !scoredBy(is.Rows[0], otherScore) ||
		!strings.Contains(said, "fitted again, since its weights are missing") {
		t.Errorf("%q; params %.8s, were %.8s", said, is.WeightsFile, first.WeightsFile)
	}
}

// TestFilesOfRowsAreMadeAnew: missing files of rows, and data asked for later, are made again from
// stored weights.
func TestFilesOfRowsAreMadeAnew(t *testing.T) {
	r := newRerunner(t, strings.Replace(staleSuite, "[map, spy]", "[mpm, spy]", 1))
	was, _ := r.moody(run.Options{})
	row := was.Rows[0]
	dir := must(record.Latest(r.dir))(t)
	if p, err := record.ReadPredictions(dir, &row); err != nil || len(p.Labels) != 20 ||
		p.Marginals != nil ||
		row.Requested != "labels" {
		t.Errorf("predictions %+v (%v), asked %q", p, err, row.Requested)
	}
	if ids, err := record.ReadTestIDs(dir, &was); err != nil || len(ids) != 20 || ids[0] == ids[1] {
		t.Errorf("test set %q (%v)", ids, err)
	}
	for folder, file := range map[string]string{"statistics": row.StatisticsFile, "predictions": row.PredictionsFile} {
		check(t, os.Remove(filepath.Join(dir, folder, file+".gz")))
		is, said := r.moody(run.Options{})
		if record.Differences(is, was) != nil || !strings.Contains(said, "1 fits are scored again") {
			t.Errorf("without %s: %q, %+v", folder, said, is)
		}
		if _, err := os.Stat(filepath.Join(dir, folder, file+".gz")); err != nil {
			t.Error(err)
		}
	}
	for try := range 2 {
		is, said := r.moody(run.Options{Marginals: true})
		p, err := record.ReadPredictions(dir, &is.Rows[0])
		if err != nil || is.WeightsFile != was.WeightsFile || len(p.Marginals) != 20 ||
			len(p.Marginals[0]) != 26*len(p.Labels[0]) {
			t.Errorf("marginals: %v, %+v", err, is.Rows[0])
		}
		if again := strings.Contains(said, "scored again"); again != (try == 0) {
			t.Errorf("try %d: %q", try, said)
		}
	}
	if now, said := r.moody(run.Options{}); said != "" || now.Rows[0].Requested != "marginals" {
		t.Errorf("what was asked for once is thrown away: %q", said)
	}
}

// TestChangedSidesAreAskedFor: if the sources of fits have changed, or of scores that chose
// parameters, nothing is done without being asked. Kept fits have a mark until they are made again.
func TestChangedSidesAreAskedFor(t *testing.T) {
	longtest.Skip(t)
	tuned := strings.Replace(
		staleSuite, "{as: moody}", "{as: moody, also: [0, 1]}", 1,
	) + "tune: {fraction: 0.3}\n"
	curved := staleSuite + "curve: {first: 1, factor: 2}\n"
	for _, test := range []struct{ name, suite, fit, score, names, part, is string }{
		{"fit side", staleSuite, otherFit, "", "spbench (1 fits)", "harness", otherFit},
		{"both sides", staleSuite, otherFit, otherScore, "spbench (1 fits)", "harness", otherFit},
		{"tuned", tuned, "", otherScore, "spbench's scores, on which tuning or a curve rests (1 fits)", "score", otherScore},
		{"curve", curved, "", otherScore, "spbench's scores, on which tuning or a curve rests (1 fits)", "score", otherScore},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRerunner(t, test.suite)
			was, _ := r.moody(run.Options{})
			t.Run("changed", func(t *testing.T) {
				setHashes(t, test.fit, test.score)
				if _, _, err := r.run(run.Options{}); !errors.Is(err, reuse.ErrChanged) ||
					!strings.Contains(err.Error(), test.names) {
					t.Fatalf("error %v does not say %q", err, test.names)
				}
				is, _ := r.moody(run.Options{Keep: true})
				if want := map[string]string{test.part: test.is}; is.WeightsFile != was.WeightsFile ||
					!maps.Equal(is.Kept, want) {
					t.Errorf(
						"kept against %v, want %v; params %.8s, were %.8s", is.Kept, want, is.WeightsFile,
						was.WeightsFile,
					)
				}
				if test.score != "" &&
					slices.ContainsFunc(
						is.Rows, func(row record.Row) bool { return !scoredBy(row, test.score) },
					) {
					t.Error("rows of a fit that was kept are stale")
				}
			})
			is, _ := r.moody(run.Options{})
			if is.WeightsFile != was.WeightsFile || is.Kept != nil || record.Differences(is, was) != nil {
				t.Errorf(
					"the build at hand is that of the fit again, but it is kept against %v", is.Kept,
				)
			}
			setHashes(t, test.fit, test.score)
			if is, _ := r.moody(run.Options{Rerun: true}); is.WeightsFile == was.WeightsFile ||
				is.Kept != nil ||
				is.Identity[test.part] != test.is {
				t.Errorf("-rerun left it as it was, kept against %v", is.Kept)
			}
		})
	}
}

// TestLossesAlongACurveAreNotMixed: losses along a curve cannot be computed again. Losses by other
// scores are not shown, and a build without any fits again.
func TestLossesAlongACurveAreNotMixed(t *testing.T) {
	r := newRerunner(
		t, strings.ReplaceAll(staleSuite, "moody", "course")+"curve: {first: 1, factor: 2}\n",
	)
	first, _ := r.must(run.Options{})
	was := first["course"]
	known := func(f record.Fit) (n int) {
		for _, c := range f.Checkpoints {
			if !math.IsNaN(float64(c.Loss)) {
				n++
			}
		}
		return n
	}
	if len(was.Checkpoints) != 4 || known(was) != 4 {
		t.Fatalf("%d of %d losses", known(was), len(was.Checkpoints))
	}
	t.Run("changed", func(t *testing.T) {
		setHashes(t, "", otherScore)
		kept, _ := r.must(run.Options{Keep: true})
		if is := kept["course"]; len(is.Checkpoints) != 4 || known(is) != 1 ||
			is.Checkpoints[3].Loss != is.Rows[0].Metrics["hamming"] {
			t.Errorf("kept: losses %+v", is.Checkpoints)
		}
	})
	back, _ := r.must(run.Options{})
	if is := back["course"]; known(is) != 4 || is.WeightsFile == was.WeightsFile {
		t.Errorf("fitted again: losses %+v", is.Checkpoints)
	}
}

// TestEqualRowsShareAFit: rows that differ only in their labels, share
// one fit. They may have different decoders.
func TestEqualRowsShareAFit(t *testing.T) {
	r := newRerunner(t, `
suite: equal
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners:
  - ${moody}: {as: A}
  - ${moody}: {as: B, decoders: [map: {as: best}]}
  - ${moody}: {as: C, decoders: [spy]}
`)
	fits, _ := r.must(run.Options{Workers: 2})
	a, b, c := fits["A"], fits["B"], fits["C"]
	if len(fits) != 3 || a.WeightsFile != b.WeightsFile || a.WeightsFile != c.WeightsFile ||
		a.Times.Fit != b.Times.Fit {
		t.Fatalf(
			"%d rows of fits %.8s, %.8s and %.8s", len(fits), a.WeightsFile, b.WeightsFile, c.WeightsFile,
		)
	}
	if len(b.Rows) != 1 || b.Rows[0].Label != "best" ||
		b.Rows[0].Metrics["hamming"] != a.Rows[0].Metrics["hamming"] {
		t.Errorf("rows of B: %+v", b.Rows)
	}
	if len(c.Rows) != 1 || c.Rows[0].Decoder != "spy" ||
		c.Checkpoints[0].Loss != c.Rows[0].Metrics["hamming"] {
		t.Errorf("rows of C: %+v", c.Rows)
	}
	if _, said := r.must(run.Options{}); said != "" {
		t.Errorf("again: %q", said)
	}
}

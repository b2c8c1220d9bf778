package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

// TestKeepKeeps: a fit from another folder does not replace a stale fit in the store, and the user
// must still decide. With -rerun it does.
func TestKeepKeeps(t *testing.T) {
	r := newRerunner(t, staleSuite)
	first, _ := r.moody(run.Options{})
	setHashes(t, otherFit, "")
	elsewhere := newRerunner(t, staleSuite)
	theirs, _ := elsewhere.moody(run.Options{})
	others := elsewhere.only()
	if _, _, err := r.run(run.Options{Others: others}); err == nil {
		t.Error("of another build, and nobody was asked")
	}
	if is, _ := r.moody(run.Options{Others: others, Keep: true}); is.WeightsFile != first.WeightsFile {
		t.Error("-keep did not keep")
	}
	if is, _ := r.moody(run.Options{Others: others, Rerun: true}); is.WeightsFile != theirs.WeightsFile {
		t.Error("-rerun did what another folder has")
	}
}

// TestNotReused: a fit that crashed elsewhere is made here, unless that folder was named.
// So is a fit without its lists of instances.
func TestNotReused(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	const text = `
suite: %s
datasets: [chains: {words: 40, split: {train: 10, test: 20}}]
learners: [${panics}: {as: panics}, ${moody}: {as: moody}]
`
	before := newRerunner(t, strings.Replace(text, "%s", "before", 1))
	was, _ := before.must(run.Options{})
	dirs := before.only()
	after := strings.Replace(text, "%s", "after", 1)
	if _, said := newRerunner(t, after).must(run.Options{Others: dirs}); !strings.Contains(
		said, "1 fits are reused",
	) {
		t.Errorf("a crash elsewhere: %q", said)
	}
	if _, said := newRerunner(t, after).must(run.Options{From: dirs}); !strings.Contains(
		said, "2 fits are reused",
	) {
		t.Errorf("a crash in the folder that was named: %q", said)
	}
	check(t, os.Remove(filepath.Join(dirs[0], "tests", was["moody"].TrainFile+".gz")))
	r := newRerunner(t, after)
	is, said := r.must(run.Options{Others: dirs})
	if strings.Contains(said, "are reused") {
		t.Errorf("without its training set: %q", said)
	}
	own, err := record.Runs(r.dir)
	if err == nil {
		err = record.ReadStatistics(own[0], []record.Fit{is["moody"]})
	}
	if err != nil {
		t.Error(err)
	}
}

// TestLimitsOfOtherRuns: a reused fit records the limits that it was timed under, also when it is
// reused again.
func TestLimitsOfOtherRuns(t *testing.T) {
	t.Parallel()
	const text = "suite: x\ndatasets: [chains: {words: 40, split: {train: 10, test: " +
		"20}}]\nlearners: [${moody}: {as: moody}]\nlimits: {seconds: "
	var dirs []string
	for i, seconds := range []string{"100}", "200}", "300}"} {
		r := newRerunner(t, text+seconds+"\n")
		is, said := r.moody(run.Options{Others: dirs})
		want := ""
		if i > 0 {
			want = `{"seconds":100}`
		}
		if is.Times.Limits != want || strings.Contains(said, "reused") != (i > 0) {
			t.Errorf(
				"limits %s: timed under %q, want %q; said %q", seconds, is.Times.Limits, want, said,
			)
		}
		own := must(record.Runs(r.dir))(t)
		dirs = own
	}
}

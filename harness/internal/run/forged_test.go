package run_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

const forgedSuite = `
suite: %s
datasets: [chains: {words: 40, split: {train: 10, test: 20}}]
metrics: [zero-one]
learners: [${honest}: {as: honest}, ${moody}: {as: moody}]
`

// forge rewrites the lines of a run folder: new numbers for each metric of one learner, with right
// checksums.
func forge(t *testing.T, dir, label string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "records-*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text := must(os.ReadFile(name))(t)
		var forged []byte
		for line := range bytes.Lines(text) {
			f := must(record.Decode(bytes.TrimSpace(line)))(t)
			if f.Label == label {
				f.Rows[0].Metrics["hamming"] = 0.0123
			}
			forged = append(forged, must(record.Encode(f))(t)...)
		}
		check(t, os.WriteFile(name, forged, 0o666))
	}
}

// forged returns a run folder with a forged metric of learner moody, and its fits before that.
func forged(t *testing.T) (dirs []string, was map[string]record.Fit) {
	t.Helper()
	before := newRerunner(t, fmt.Sprintf(forgedSuite, "before"))
	was, _ = before.must(run.Options{})
	dirs = before.only()
	forge(t, dirs[0], "moody")
	return dirs, was
}

// reuseFrom runs the suite with fits of other folders. It returns the notes, and compares the
// metrics with those of was.
func reuseFrom(t *testing.T, o run.Options, was map[string]record.Fit) (said string) {
	t.Helper()
	is, said := newRerunner(t, fmt.Sprintf(forgedSuite, "after")).must(o)
	for label := range was {
		if is[label].Rows[0].Metrics["hamming"] != was[label].Rows[0].Metrics["hamming"] {
			t.Errorf("%+v: %s has %v", o, label, is[label].Rows[0].Metrics)
		}
	}
	return said
}

// TestForgedFitsAreNotReused: a fit in another folder is made again if its metric was changed, even
// with a right checksum.
func TestForgedFitsAreNotReused(t *testing.T) {
	t.Parallel()
	dirs, was := forged(t)
	for name, o := range map[string]run.Options{"beside": {Others: dirs}, "named": {From: dirs}} {
		said := reuseFrom(t, o, was)
		if !strings.Contains(said, "1 fits are reused") ||
			!strings.Contains(
				said, dirs[0]+": 1 fits are left out",
			) || !strings.Contains(said, "moody on chains, split 0, seed 1, decoder ") {
			t.Errorf("%s: said %q", name, said)
		}
	}
}

// TestForgedWithoutStatistics: a row without its statistics is scored again, even if another fit
// has the same statistics.
func TestForgedWithoutStatistics(t *testing.T) {
	t.Parallel()
	dirs, was := forged(t)
	check(t, os.RemoveAll(filepath.Join(dirs[0], "statistics")))
	if said := reuseFrom(t, run.Options{From: dirs}, was); !strings.Contains(
		said, "2 fits are scored again",
	) {
		t.Errorf("said %q", said)
	}
}

// TestFitsOfOthersAreNotReused: the run folder of another user is not read, unless it is named.
func TestFitsOfOthersAreNotReused(t *testing.T) {
	t.Parallel()
	before := newRerunner(t, fmt.Sprintf(forgedSuite, "before"))
	before.must(run.Options{})
	dirs := before.only()
	if err := os.Chown(dirs[0], 12345, -1); err != nil {
		t.Skip("SKIPPED: only root can give a folder away: ", err)
	}
	if _, _, err := before.run(run.Options{}); err == nil ||
		!strings.Contains(err.Error(), "-from "+dirs[0]) {
		t.Errorf("the run itself: %v", err)
	}
	if _, said, err := before.run(run.Options{From: dirs}); err != nil {
		t.Errorf("the run itself, named: said %q, %v", said, err)
	}
	after := func() *rerunner { return newRerunner(t, fmt.Sprintf(forgedSuite, "after")) }
	if _, said := after().must(run.Options{Others: dirs}); strings.Contains(said, "reused") ||
		!strings.Contains(said, "-from "+dirs[0]) {
		t.Errorf("beside: said %q", said)
	}
	if _, said := after().must(run.Options{Others: dirs, From: dirs}); !strings.Contains(said,
		"2 fits are reused") {
		t.Errorf("named: said %q", said)
	}
}

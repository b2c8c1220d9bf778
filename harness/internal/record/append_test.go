package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// TestClockSetBack: of two results of a fit the one appended later counts, also if a clock was set
// back.
func TestClockSetBack(t *testing.T) {
	results := t.TempDir()
	s := create(t, results)
	failed, good := sample("1"), sample("1")
	failed.Outcome, failed.Ended, failed.Rows, failed.Times.Rows = Outcome{Kind: Crash}, "", nil, nil
	future := time.Now().UTC().Add(time.Hour)
	need(t, s.appendAt(0, failed, future))
	// as older builds wrote it
	need(t, s.appendAt(0, good, future.Add(-time.Hour)))
	expect := func(when string) {
		t.Helper()
		fits, _, err := s.Load()
		if err != nil || len(fits) != 1 || !fits[0].Outcome.Good() {
			t.Errorf("%s: loaded are %+v, %v", when, fits, err)
		}
	}
	expect("in one file")
	need(t, s.appendAt(0, failed, future.Add(time.Minute)))
	closeStore(t, s)
	s = create(t, results)
	mustAppend(t, s, 1, good) // by another worker, in a file of its own
	expect("in two files")
}

// TestLastAppended: a new line is later than all lines, also than one in the middle of a file.
func TestLastAppended(t *testing.T) {
	future := time.Now().UTC().Add(time.Hour)
	results := t.TempDir()
	s := create(t, results)
	for i, at := range []time.Time{future, future.Add(-time.Hour)} {
		need(t, s.appendAt(0, sample([]string{"1", "2"}[i]), at))
	}
	closeStore(t, s)
	s = create(t, results)
	if at, err := s.appendTime(time.Now()); err != nil || !at.After(future) {
		t.Errorf("a new line is of %v, want later than %v; %v", at, future, err)
	}
	// A damaged line of another writer, met first by Append, loses no fit.
	write(t, filepath.Join(s.Dir(), recordFile("other", 0)), "damaged\n")
	s.last = time.Time{}
	if err := s.appendAt(0, sample("3"), future); err != nil {
		t.Errorf("beside a damaged line: %v", err)
	}
}

// TestRecordsTakenAway: a record file that somebody deletes, replaces or writes to is an error, at
// the next append and at the end.
func TestRecordsTakenAway(t *testing.T) {
	for name, take := range map[string]func(file string) error{
		"deleted":  os.Remove,
		"replaced": func(file string) error { return replaceBy(file, "") },
		"cut":      func(file string) error { return os.Truncate(file, 10) },
		"added to": func(file string) error {
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("{}\n")
				f.Close()
			}
			return err
		},
	} {
		s := create(t, t.TempDir())
		mustAppend(t, s, 0, sample("1"))
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		need(t, take(filepath.Join(s.Dir(), "records-0.jsonl")))
		for what, err := range map[string]error{"the next line": s.Append(0, sample("2")),
			"the end": s.Check()} {
			if err == nil || !strings.Contains(err.Error(), "records-0.jsonl") {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

// replaceBy replaces a file.
func replaceBy(file, text string) error {
	if err := os.WriteFile(file+".other", []byte(text), 0o666); err != nil {
		return err
	}
	return os.Rename(file+".other", file)
}

// TestLeftoversOfAKill: opening a folder deletes files that a killed process left half written.
func TestLeftoversOfAKill(t *testing.T) {
	results := t.TempDir()
	s := create(t, results)
	mustAppend(t, s, 0, sample("1"))
	closeStore(t, s)
	left := filepath.Join(s.Dir(), blob.Weights, ".new-123")
	write(t, left, "half")
	create(t, results)
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("%s is there: %v", left, err)
	}
}

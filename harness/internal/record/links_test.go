package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/lease"
	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// TestNoFileBesideTheRun: no file of a run folder is read through a link, a linked folder or a
// pipe.
func TestNoFileBesideTheRun(t *testing.T) {
	s := create(t, t.TempDir())
	f := scored()
	f.WeightsFile = weighted(t, s).WeightsFile
	mustAppend(t, s, 0, f)
	closeStore(t, s)
	dir := s.Dir()
	fits := loaded(t, dir)
	var names []string
	for i := range fits {
		for _, file := range fits[i].files() {
			names = append(names, file.Name())
		}
	}
	names = append(names, planFile, lock.File, "records-0.jsonl")
	if len(names) < 6 {
		t.Fatalf("only %q", names)
	}
	for _, name := range names {
		for what, replace := range replacements {
			t.Run(name[:min(len(name), 20)]+"/"+what, func(t *testing.T) {
				path := filepath.Join(dir, name)
				if what == "folder" && filepath.Dir(name) == "." {
					t.Skip("it lies in no folder of its own")
				}
				need(t, replace(t, path))
				file, err := rundir.Open(dir, name, os.O_RDWR)
				if err == nil {
					t.Errorf("opened %s", file.Name())
				}
				if err := readAll(dir, fits); err == nil {
					t.Errorf("a run was read through a %s", what)
				}
			})
		}
	}
}

// readAll reads a run folder as commands do, and returns the first error or damage.
func readAll(dir string, fits []Fit) (err error) {
	damage := func(where, what string) { err = errors.Join(err, fmt.Errorf("%s: %s", where, what)) }
	_, failed := Verify(dir, func(*Row) []string { return nil }, noAudit, damage)
	err = errors.Join(err, failed)
	for i := range fits {
		if _, failed := Weights(dir, fits[i].WeightsFile); fits[i].WeightsFile != "" {
			err = errors.Join(err, failed)
		}
	}
	held, locked := lock.Alone(dir)
	return errors.Join(err, locked, held.Close())
}

// replacements put something else in the place of a file, until the test is over.
var replacements = map[string]func(t *testing.T, path string) error{
	"link": func(t *testing.T, path string) error {
		return os.Symlink(movedAway(t, path), path)
	},
	"pipe": func(t *testing.T, path string) error {
		movedAway(t, path)
		return syscall.Mkfifo(path, 0o666)
	},
	"folder": func(t *testing.T, path string) error {
		return os.Symlink(movedAway(t, filepath.Dir(path)), filepath.Dir(path))
	},
}

// movedAway moves a file out of its run folder until the test is over, and returns where it is.
func movedAway(t *testing.T, path string) (away string) {
	t.Helper()
	away = filepath.Join(t.TempDir(), "away")
	need(t, os.Rename(path, away))
	t.Cleanup(func() {
		if err := errors.Join(os.Remove(path), os.Rename(away, path)); err != nil {
			t.Error(err)
		}
	})
	return away
}

// TestLinkedFolderIsNotWrittenTo: a run folder with its files elsewhere is not opened for writing.
func TestLinkedFolderIsNotWrittenTo(t *testing.T) {
	for _, sub := range []string{blob.Weights, logsDir, blob.Statistics, blob.Predictions, blob.Tests,
		resume.Folder, lease.Folder} {
		s := create(t, t.TempDir())
		closeStore(t, s)
		path, other := filepath.Join(s.Dir(), sub), t.TempDir()
		write(t, filepath.Join(other, ".new-1"), "of somebody else")
		need(t, errors.Join(os.RemoveAll(path), os.Symlink(other, path)))
		s, err := open(s.Dir(), []byte(plan), "")
		if err == nil {
			t.Errorf("%s: opened: %v", sub, s.Close())
		} else if !strings.Contains(err.Error(), sub) {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(other, ".new-1")); err != nil {
			t.Error(err)
		}
	}
}
